/** How the check of a finished movie says no. */

/** A finished movie is not what it was to be. The message says what differs. */
export class MovieDiffers extends Error {
  override readonly name = 'MovieDiffers';
}

/** @throws MovieDiffers that says in `detail` what differs */
export function expect(holds: boolean, detail: string): void {
  if (!holds) throw new MovieDiffers(detail);
}
