/** Whether every case of a matrix runs, as `npm run test:all` asks; `npm test` runs a sample of each. */
export const RUNS_WHOLE_MATRIX = process.env['ASYNC_PERF_MATRIX'] === 'all';
