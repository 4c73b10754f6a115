import { parentPort } from 'node:worker_threads';

import { codemodsByName } from '../codemods/all-codemods.js';
import { convertInput } from './convert.js';

const codemods = await codemodsByName();

parentPort?.on('message', (input) => parentPort?.postMessage(convertInput(input, codemods)));
