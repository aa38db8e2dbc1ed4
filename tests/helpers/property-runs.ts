/**
 * How often each property is tried: small counts by default, large ones by `npm run test:long`. A failing run prints its seed;
 * TEST_SEED tries the same values again.
 */
import fc from 'fast-check';

const runs = Number(process.env['TEST_RUNS'] ?? Number.NaN);
if (Number.isFinite(runs)) fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: runs });
const seed = Number(process.env['TEST_SEED'] ?? Number.NaN);
if (Number.isFinite(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
