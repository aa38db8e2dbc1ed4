/** As `tests/helpers/long-test.ts`, for tests in the browser. */
import { someOfWhere } from '#tests/helpers/some-of.ts';

export const isLong = import.meta.env['VITE_LONG'] !== undefined;

export const someOf = someOfWhere(isLong);
