/** `watches`: folders and files that a test needs though it doesn't import them. */
export type Weight = { seconds: number; turn: number; watches?: string[] };
export type Weights = Record<string, Weight>;

export function readWeights(): Weights;
export function testFilesIn(folders: string[]): string[];
/** The slow files to which a changed file matters; paths are from the root. */
export function touchedBy(
  changed: string[],
  weights: Weights,
  graph?: { closureOf(file: string): Set<string> },
): string[];
/** The weights for a push, with what the last run took. */
export function dealtOut(
  weights: Record<string, Omit<Weight, 'turn'> & { turn?: number }>,
  push: number,
  run?: { fileSeconds: Record<string, number>; slowness: number },
): Weights;
