/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';

/** What only programs have that somebody starts and waits for, or answers, and the tools that build. */
const SIGNS =
  /^#!|\bprocess\.argv\b|['"](?:arg|cac|commander|enquirer|gulp|grunt|inquirer|meow|minimist|mri|nopt|oclif|@oclif\/core|optimist|prompts|rollup|shelljs|vite|webpack|yargs)['"]/u;

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file is part of a program for the command
 *   line or of a build: there nobody else waits while it is busy.
 */
export const isCommandLine = oncePerFile(({ text }) => SIGNS.test(text));
