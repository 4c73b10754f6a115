'use strict';

// Tells, at the end of the process that requires it first, what that took.
const { writeFileSync } = require('fs');

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const used = { kilobytes: maxRSS, cpu: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(String(process.env['ASYNC_PERF_PEAK']), JSON.stringify(used));
});
