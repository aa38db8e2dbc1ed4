/** Why a stretch of the movie is encoded instead of copied. */

/** Why pictures can't be copied as they are. */
export const videoReasons = [
  'format',
  'size',
  'rate',
  /** The frames of the clip do not follow each other at one rate. */
  'varying-rate',
  'trim',
  /** Only a part of the movie is exported, which begins or ends inside the scene. */
  'range',
  'overlay',
  'transition',
  'color',
  'codec',
  /** The clip's parameter sets can't stand in one file with the others'. */
  'parameter-sets',
  /** A kind of H.264 that can't be copied whatever stands beside it, such as interlaced pictures. */
  'stream-kind',
  'edit-list',
  'pixel-aspect',
  /** The clip is stored turned, and players are asked to bring it upright. */
  'rotation',
  /** The scene is touched elsewhere, and no key frame stands between. */
  'no-key-frame',
] as const;
export type VideoReason = (typeof videoReasons)[number];

/** Why sound can't be copied. */
export const audioReasons = [
  'format',
  /** Another sample rate or number of channels than the movie has. */
  'other-config',
  /** No AAC-LC in mono or stereo, or packets that do not follow each other without a gap. */
  'sound-form',
  'volume',
  'muted',
  'no-sound',
  /** This browser can't decode it, and the person chose to leave it out. */
  'undecodable',
  'transition',
  /** Its own sound fades in or out. */
  'fade',
  'music',
  'levelling',
] as const;
export type AudioReason = (typeof audioReasons)[number];
