/** The amplitude factor of a gain in decibels: 1 for 0 dB. */
export function gainFactor(db: number): number {
  return 10 ** (db / 20);
}
