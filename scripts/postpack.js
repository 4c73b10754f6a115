/** Puts back what the package goes without. */

import { fileURLToPath } from 'node:url';

import { restorePublishedCode } from './published/package.js';

restorePublishedCode(fileURLToPath(new URL('../', import.meta.url)));
