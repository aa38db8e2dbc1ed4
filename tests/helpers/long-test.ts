/** Tests of which the rest shows most, and that take long: `npm run test:long` has them all. */
import { someOfWhere } from './some-of.ts';

export const isLong = process.env['TEST_LONG'] !== undefined;

export const someOf = someOfWhere(isLong);
