/** How often each property is tried: small counts by default, TEST_RUNS in `npm run test:long`; and with which values. */
import fc from 'fast-check';
import { SEED } from './test-values.ts';

const runs = process.env['TEST_RUNS'];
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED, ...(runs ? { numRuns: Number(runs) } : {}) });
