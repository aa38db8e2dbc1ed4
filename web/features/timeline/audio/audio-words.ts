/** What the timeline says of music and voice-overs. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { limits } from '#shared/limits.ts';
import { decibels, plural } from '#shared/words/format.ts';
import { isDucking } from '#shared/sound/audio-layers.ts';

type Named = { name: string };
const seconds = (value: number): string => `${value.toFixed(1)} s`;

export const audioWords = {
  add: 'Add music',
  adding: 'Reading the file…',
  addFailed: { music: 'Couldn’t add the music', voice: 'Couldn’t add the voice-over' },
  noScenes: (files: readonly Named[]) =>
    `Add a scene first, then add ${files.length === 1 ? `“${files[0]?.name ?? ''}”` : `the ${files.length} sound files`} as music: it plays under scenes.`,
  notSound: ({ name }: Named) => `“${name}” isn’t sound. Add MP3, M4A, AAC, WAV, FLAC, OGG, or Opus.`,
  lanes: { music: 'Music', voice: 'Voice' },
  laneOf: { music: 'Music lane', voice: 'Voice-over lane' },
  fold: ({ lane }: { lane: string }) => `Fold ${lane.toLowerCase()}`,
  unfold: ({ lane }: { lane: string }) => `Unfold ${lane.toLowerCase()}`,
  drop: { music: 'Drop music here', voice: 'Record a voice-over, or drop one here' },
  failed: 'Couldn’t save the change',
  /** Beside the name on a piece. */
  about: ({ kind, gainDb, duckDb, loop, muted }: Pick<MovieAudio, 'kind' | 'gainDb' | 'duckDb' | 'loop' | 'muted'>) =>
    [
      ...(muted ? ['muted'] : gainDb === 0 ? [] : [decibels(gainDb)]),
      ...(isDucking({ kind, duckDb }) ? [`ducks ${duckDb} dB under speech`] : []),
      ...(loop ? ['loops'] : []),
    ].join(', '),
  piece: ({ name, kind, start, end }: Named & { kind: 'music' | 'voice'; start: string; end: string }) =>
    `${kind === 'music' ? 'Music' : 'Voice-over'} “${name}”, ${start} to ${end}`,
  keys: 'Arrow keys move it, [ and ] trim it at the playhead, S splits it there, Delete deletes it.',
  tip: ({ length, at }: { length: number; at: number }) => `${seconds(at)} · ${seconds(length)}`,
  snapped: ({ tip, met }: { tip: string; met: string }) => `${tip}, snapped to ${met}`,
  met: {
    playhead: 'the playhead',
    movieStart: 'the start',
    movieEnd: 'the end',
    scene: ({ number }: { number: number }) => `scene ${number}`,
    piece: ({ name }: Named) => `“${name}”`,
    beat: ({ name }: Named) => `a beat of “${name}”`,
    pause: 'a pause in the sound',
  },
  deleted: ({ name }: Named) => `“${name}” deleted`,
  added: ({ kind, count }: { kind: 'music' | 'voice'; count: number }) =>
    kind === 'music'
      ? plural(count, { one: 'Music added', other: '# pieces of music added' })
      : plural(count, { one: 'Voice-over added', other: '# voice-overs added' }),
  splitFailed: 'Couldn’t split the piece',
  trimFailed: 'Couldn’t trim the piece',
  trimOutside: 'Move the playhead into the piece to trim it.',
} as const;

export const audioInspectorWords = {
  heading: { music: 'Music', voice: 'Voice-over' },
  kind: 'Use as voice-over',
  volume: 'Volume',
  silent: 'Silent',
  mute: 'Mute',
  loop: 'Loop',
  fadeIn: 'Fade in',
  fadeOut: 'Fade out',
  start: 'Starts at',
  from: 'From',
  to: 'To',
  ducking: 'Duck under speech',
  duckOff: 'Off',
  duckDepth: ({ db }: { db: number }) => `${db} dB`,
  duckSpeed: 'Ducking time',
  voiceHint: 'Music that ducks gives way to voice-overs.',
  split: 'Split',
  splitHint: 'Splits at the playhead',
  duplicate: 'Duplicate',
  delete: 'Delete',
  cost: 'Export encodes the sound again. Pictures are still copied.',
  notPlayed: 'It isn’t heard: it starts after the movie ends.',
  rangeHint: `A movie can have up to ${limits.audioPerProject} pieces of music and voice-over.`,
} as const;
