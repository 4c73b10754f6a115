import { readFileSync } from 'node:fs';

/** The shape of the reports, `report.schema.json`: it grows when a field changes its meaning or goes. */
const VERSION = 1;

/**
 * @param {'check' | 'migrate'} command
 * @returns {object} What every report for programs begins with.
 */
export function headOf(command) {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(manifest);
  return { version: VERSION, command, tool: { name, version } };
}
