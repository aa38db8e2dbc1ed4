/** What is known of one of the demo studio's pictures. */
import type { CameraAngle } from '#shared/catalogue/shot-words.ts';

export type Seen = readonly [line: string, angle: CameraAngle, movement: string];

export type DemoPicture = {
  /** The id of the mood in the manifest of the masters. */
  id: string;
  /** Words of ideas that are about this place, in the singular; an asterisk stands for any ending. */
  words: readonly string[];
  /** Where few stories take place. It comes last in those that say nothing of it. */
  isRemote?: true;
  light: readonly [string, string];
  seen: readonly Seen[];
  /** What one notices at a second look: Improve adds one. */
  details: readonly [string, string, string];
};
