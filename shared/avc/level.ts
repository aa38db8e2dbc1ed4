/** Levels of H.264 (ITU-T H.264 annex A), level 1b among them, which profiles write in two ways. */

type SpsLevel = { profile: number; compatibility: number; level: number };

/** constraint_set3_flag in the byte of flags. */
const CONSTRAINT_SET_3 = 0x10;
/** level_idc of level 1b from High on; below it is level 1.1 with constraint_set3_flag (A.3.1, A.3.2). */
const HIGH_LEVEL_1B = 9;
const LEVEL_1_1 = 11;
/** Between level 1 and level 1.1. */
const RANK_OF_LEVEL_1B = 10.5;
/** Baseline, Main and Extended. */
const LAST_PLAIN_PROFILE = 88;

/** MaxDpbMbs (table A-1): macroblocks of decoded frames that a decoder of a level holds, by level_idc. */
const MOST_BUFFERED_MACROBLOCKS: readonly (readonly [level: number, macroblocks: number])[] = [
  [RANK_OF_LEVEL_1B, 396],
  [11, 900],
  [20, 2376],
  [21, 4752],
  [30, 8100],
  [31, 18_000],
  [32, 20_480],
  [41, 32_768],
  [42, 34_816],
  [50, 110_400],
  [52, 184_320],
  [62, 696_320],
];
/** However small the pictures are. */
const MOST_BUFFERED_FRAMES = 16;

/** MaxDpbFrames (A.3.1): decoded frames that a decoder of the set's level holds. */
export function mostBufferedFrames(sps: SpsLevel & { codedWidth: number; codedHeight: number }): number {
  const rank = rankOf(sps);
  const macroblocks = MOST_BUFFERED_MACROBLOCKS.find(([level]) => rank <= level)?.[1] ?? 0;
  return Math.min(MOST_BUFFERED_FRAMES, Math.floor((macroblocks * 256) / (sps.codedWidth * sps.codedHeight)));
}

/** The level that holds all of the sets and the flags that all of them have, as an avcC of `profile` states them. */
export function joinedLevel(sets: readonly SpsLevel[], profile: number): { level: number; compatibility: number } {
  const rank = Math.max(...sets.map(rankOf));
  const compatibility = sets.reduce((flags, sps) => flags & sps.compatibility, 0xff);
  if (profile > LAST_PLAIN_PROFILE) return { level: rank === RANK_OF_LEVEL_1B ? HIGH_LEVEL_1B : rank, compatibility };
  if (rank === RANK_OF_LEVEL_1B) return { level: LEVEL_1_1, compatibility: compatibility | CONSTRAINT_SET_3 };
  return { level: rank, compatibility: compatibility & ~CONSTRAINT_SET_3 };
}

function rankOf({ profile, compatibility, level }: SpsLevel): number {
  if (level === HIGH_LEVEL_1B) return RANK_OF_LEVEL_1B;
  const isPlain = profile <= LAST_PLAIN_PROFILE;
  return isPlain && level === LEVEL_1_1 && (compatibility & CONSTRAINT_SET_3) !== 0 ? RANK_OF_LEVEL_1B : level;
}
