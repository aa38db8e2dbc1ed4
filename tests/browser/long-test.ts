/** For tests of which the rest shows most, and that take long: `npm run test:long` has them all. */
export const isLong = import.meta.env['VITE_LONG'] !== undefined;
