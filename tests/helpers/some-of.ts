/** Takes all where everything is run; else each `step`th, beginning with the one at `from`. */
export const someOfWhere =
  (isLong: boolean) =>
  <T>(all: readonly T[], step: number, from = 0): readonly T[] =>
    isLong ? all : all.filter((_, index) => index % step === from);
