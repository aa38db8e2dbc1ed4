/** How often each property is tried: small counts by default, large ones by `npm run test:long`. A failing run prints its seed. */
import fc from 'fast-check';

const runs = Number(process.env['TEST_RUNS'] ?? Number.NaN);
if (Number.isFinite(runs)) fc.configureGlobal({ numRuns: runs });
