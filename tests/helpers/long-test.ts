/** Tests of which the rest shows most, and that take long: `npm run test:long` has them all. */

export const isLong = process.env['TEST_LONG'] !== undefined;

/** All where everything is run; else each `step`th, beginning with the first. */
export function someOf<T>(all: readonly T[], step: number): readonly T[] {
  return isLong ? all : all.filter((_, index) => index % step === 0);
}
