/** What the strip says while scenes are trimmed, moved, and chosen on it. */
import { plural } from '#shared/words/format.ts';
import { failureTitles } from '#shared/words/product-words.ts';

const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

export const edgeWords = {
  edges: {
    start: ({ number }: { number: number }) => `Start of scene ${number}`,
    end: ({ number }: { number: number }) => `End of scene ${number}`,
  },
  value: ({ seconds, frames }: { seconds: number; frames: number }) =>
    `${seconds.toFixed(2)} s, ${plural(frames, { one: '# frame', other: '# frames' })} played`,
  /** @param moved frames that are played more than before; negative where fewer are */
  tip: ({ seconds, moved }: { seconds: number; moved: number }) => {
    const sign = moved < 0 ? '−' : '+';
    return `${seconds.toFixed(2)} s (${sign}${plural(Math.abs(moved), { one: '# frame', other: '# frames' })})`;
  },
  snapped: ({ tip, met }: { tip: string; met: string }) => `${tip}, snapped to ${met}`,
  playhead: 'the playhead',
  formerEdge: 'where it was',
  extension: 'the extension',
  pause: 'a pause in the sound',
  beat: ({ name }: { name: string }) => `a beat of “${shortened(name)}”`,
  sound: ({ name }: { name: string }) => `“${shortened(name)}”`,
  textStart: ({ text }: { text: string }) => `the start of “${shortened(text)}”`,
  textEnd: ({ text }: { text: string }) => `the end of “${shortened(text)}”`,
} as const;

export const sceneActWords = {
  reordered: 'Scenes reordered',
  moveFailed: failureTitles.reorderScenes,
  split: 'Scene split',
  splitFailed: 'Couldn’t split the scene',
  notUnderPlayhead: 'Move the playhead into this scene first.',
  duplicated: ({ count }: { count: number }) => (count === 1 ? 'Scene duplicated' : `${count} scenes duplicated`),
  duplicateFailed: 'Couldn’t duplicate',
  deleted: ({ count }: { count: number }) => (count === 1 ? 'Scene deleted' : `${count} scenes deleted`),
  deleteFailed: 'Couldn’t delete',
  muted: ({ count }: { count: number }) => (count === 1 ? 'Scene muted' : `${count} scenes muted`),
  unmuted: ({ count }: { count: number }) => (count === 1 ? 'Scene unmuted' : `${count} scenes unmuted`),
  muteFailed: failureTitles.updateScene,
  nowAt: ({ count, place }: { count: number; place: number }) =>
    count === 1 ? `Now scene ${place}` : `Now scenes ${place} to ${place + count - 1}`,
} as const;

export const sceneFileWords = {
  add: 'Add clip or still',
  dropHere: ({ place }: { place: number }) => `Add as scene ${place}`,
} as const;

export const sceneMenuWords = {
  label: ({ number }: { number: number }) => `Scene ${number}`,
  several: ({ count }: { count: number }) => plural(count, { one: '# scene', other: '# scenes' }),
  chooseToo: ({ count }: { count: number }) =>
    plural(count, { one: 'Select with the other scene', other: 'Select with the # other scenes' }),
  split: 'Split',
  splitTip: 'Split at the playhead (S)',
  splitHere: 'Split at the playhead',
  duplicate: 'Duplicate',
  mute: 'Mute',
  unmute: 'Unmute',
  earlier: 'Move earlier',
  later: 'Move later',
  delete: 'Delete',
  keys: { split: 'S', duplicate: 'Ctrl D', earlier: 'Alt ←', later: 'Alt →', delete: 'Delete' },
  listKeys: { earlier: 'Alt ↑', later: 'Alt ↓' },
  appleListKeys: { earlier: '⌥ ↑', later: '⌥ ↓' },
  appleKeys: { duplicate: '⌘ D', earlier: '⌥ ←', later: '⌥ →' },
} as const;
