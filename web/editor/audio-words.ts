/** What edits of music and voice-overs are called, and why one can’t be made; loaded with the lanes. */
import { limits } from '#shared/limits.ts';

type Named = { name: string };

const kinds = { music: 'music', voice: 'voice-overs' } as const;

export const audioEditWords = {
  addAudio: ({ name }: Named) => `Add “${name}”`,
  moveAudio: ({ name }: Named) => `Move “${name}”`,
  trimAudio: ({ name }: Named) => `Trim “${name}”`,
  splitAudio: ({ name }: Named) => `Split “${name}”`,
  loopAudio: ({ name }: Named) => `Loop “${name}”`,
  playAudioOnce: ({ name }: Named) => `Play “${name}” once`,
  volumeOfAudio: ({ name }: Named) => `Change the volume of “${name}”`,
  muteAudio: ({ name }: Named) => `Mute “${name}”`,
  unmuteAudio: ({ name }: Named) => `Unmute “${name}”`,
  fadeAudio: ({ name }: Named) => `Fade “${name}”`,
  duckAudio: ({ name }: Named) => `Change the ducking of “${name}”`,
  renameAudio: ({ name }: Named) => `Rename “${name}”`,
  takeOfAudio: ({ name }: Named) => `Change the take of “${name}”`,
  duplicateAudio: ({ name }: Named) => `Duplicate “${name}”`,
  deleteAudio: ({ name }: Named) => `Delete “${name}”`,
  muteLane: ({ kind }: { kind: 'music' | 'voice' }) => `Mute all ${kinds[kind]}`,
  unmuteLane: ({ kind }: { kind: 'music' | 'voice' }) => `Unmute all ${kinds[kind]}`,
} as const;

export const refusedAudioWords = {
  gone: 'This piece was deleted.',
  tooMany: `A movie can have up to ${limits.audioPerProject} pieces of music and voice-over. Delete one first.`,
  splitOutside: 'Move the playhead into the piece to split it.',
} as const;
