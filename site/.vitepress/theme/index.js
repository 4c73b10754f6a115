import DefaultTheme from 'vitepress/theme';

import CostsByNode from './CostsByNode.vue';
import CostsByRelease from './CostsByRelease.vue';
import Playground from './Playground.vue';
import './style.css';

/** @type {import('vitepress').Theme} */
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('CostsByNode', CostsByNode);
    app.component('CostsByRelease', CostsByRelease);
    app.component('Playground', Playground);
  },
};
