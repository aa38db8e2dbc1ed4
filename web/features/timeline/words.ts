/** What the timeline says: player, tools, lanes, inspector, and the downloads of all clips. */
import { limits } from '#shared/limits.ts';
import { decibels, listed, plural } from '#shared/words/format.ts';
import { joinNames } from '#shared/words/clip-words.ts';
import { failureTitles, sceneNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

export const timelineWords = {
  label: 'Timeline',
  tools: 'Timeline tools',
  trimMode: 'Trim mode',
  addText: 'Add Text',
  facts: ({ width, height, fps }: { width: number; height: number; fps: number }) =>
    `${width} × ${height} · ${fps} fps`,
  height: 'Height of the timeline',
  pixels: ({ count }: { count: number }) => plural(count, { one: '# pixel', other: '# pixels' }),
  playhead: 'Playhead',
  overviewLane: 'Overview',
  textLane: 'Text',
  sceneLane: 'Scenes',
  notice:
    'This timeline editor is a basic demonstration. For finishing work, download the scenes and use your own editor.',
  empty: { title: 'Nothing to play yet', text: 'The movie appears here when the first scene has a clip.' },
  openSceneEditor: 'Open the Scene Editor',
} as const;

export const blockWords = {
  scene: sceneNames.titled,
  away: 'Not on this device',
  awayInName: 'not on this device',
  extension: 'Extension',
  chosen: 'chosen',
} as const;

export const playerWords = {
  play: 'Play',
  pause: 'Pause',
  playTip: 'Play (Space)',
  pauseTip: 'Pause (Space)',
  previous: 'Previous scene',
  next: 'Next scene',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  rate: ({ rate }: { rate: number }) => `${rate < 0 ? '−' : ''}${Math.abs(rate)}×`,
  rateAloud: ({ rate }: { rate: number }) =>
    `Playing ${rate < 0 ? 'backward' : 'forward'} at ${Math.abs(rate)}× speed, without sound`,
  fullscreen: 'Fullscreen',
  leaveFullscreen: 'Exit fullscreen',
  fullscreenFailed: 'Couldn’t go fullscreen',
  loadFailed: 'Couldn’t load the player',
} as const;

const textLimit = `A scene can have up to ${plural(limits.overlaysPerScene, { one: '# text', other: '# texts' })}.`;

export const sceneWords = {
  label: 'Selected scene',
  none: 'Play or select a scene to trim it or add text.',
  movie: 'Movie',
  facts: { length: 'Length', scenes: 'Scenes', withoutClip: 'Without a clip', texts: 'Texts', joins: 'Joins' },
  joins: ({ cuts, others }: { cuts: number; others: number }) =>
    listed([
      ...(cuts > 0 ? [plural(cuts, { one: '# cut', other: '# cuts' })] : []),
      ...(others > 0 ? [plural(others, { one: '# transition', other: '# transitions' })] : []),
    ]),
  scene: sceneNames.numbered,
  noClip: 'You can trim it and add text once it has a clip.',
  texts: 'Texts',
  noTexts: 'This scene has no text yet.',
  hidden: 'hidden by the trim',
  editText: ({ text }: { text: string }) => `Edit text “${text}”`,
  editTextOnScene: ({ text, number }: { text: string; number: number }) => `Edit text “${text}” on scene ${number}`,
  deleteText: ({ text }: { text: string }) => `Delete text “${text}”`,
  limit: textLimit,
  addText: 'Add text to this scene',
} as const;

const lufsText = (lufs: number): string => `${lufs.toFixed(1).replace('-', '−')} LUFS`;

export const soundWords = {
  label: 'Sound',
  none: 'This clip has no sound.',
  volume: 'Volume',
  silent: 'Silent',
  mute: 'Mute',
  fadeIn: 'Fade in',
  fadeOut: 'Fade out',
  level: 'Level all to −16 LUFS',
  /** @param levelDb what leveling adds; null where nothing is leveled */
  measured: ({ lufs, levelDb }: { lufs: number | null; levelDb: number | null }) =>
    lufs === null
      ? 'As good as silent'
      : `Loudness ${lufsText(lufs)}${levelDb === null ? '' : `, leveled by ${decibels(levelDb)}`}`,
  tooQuiet: 'The preview can’t go above 0 dB. The exported movie does.',
  leveled: 'You hear the leveling in the exported movie, not in the preview.',
  cost: 'Export encodes this scene’s sound again. Its picture isn’t affected.',
  failed: 'Couldn’t change the sound',
} as const;

export const joinWords = {
  heading: 'Join',
  drag: 'Drag to change the length',
  selected: 'Selected join',
  scenes: ({ number, next }: { number: number; next: number }) => `Scenes ${number} and ${next}`,
  /** @param seconds null for a cut, which has no length */
  handle: ({ number, next, kind, seconds }: { number: number; next: number; kind: string; seconds: number | null }) =>
    `Join of scenes ${number} and ${next}: ${kind}${seconds === null ? '' : `, ${seconds.toFixed(1)} s`}`,
  seconds: ({ seconds }: { seconds: number }) => `${seconds.toFixed(1)} s`,
  label: ({ number, next }: { number: number; next: number }) => `Join of scenes ${number} and ${next}`,
  kinds: joinNames,
  /** In a third of the inspector’s width. */
  shown: { ...joinNames, 'fade-black': 'Through black' },
  length: 'Length',
  sound: { crossfade: 'Crossfade the sound', 'fade-black': 'Fade the sound' },
  all: 'Apply to all joins',
  shorter: ({ seconds }: { seconds: string }) => `The movie gets ${seconds} s shorter.`,
  cutInPreview: 'The preview cuts here. The exported movie has the crossfade.',
  cost: ({ number, next }: { number: number; next: number }) => `Export encodes parts of scenes ${number} and ${next}.`,
  failed: 'Couldn’t change the join',
} as const;

export const trimWords = {
  label: 'Trim',
  points: { start: 'Start point', end: 'End point' },
  handles: { start: 'Start point handle', end: 'End point handle' },
  seconds: ({ seconds }: { seconds: string }) => `${seconds} seconds`,
  played: ({ played, whole, frames }: { played: string; whole: string; frames: number }) =>
    `Plays ${played} s of ${whole} s (${plural(frames, { one: '# frame', other: '# frames' })}).`,
  apply: 'Apply',
  wholeClip: 'Whole clip',
  toPlayhead: 'Set to playhead',
  keys: { start: 'I', end: 'O' },
  noScene: { title: 'No scene selected', message: 'Play a scene to enable trim mode' },
} as const;

export const textWords = {
  title: { add: 'Add text overlay', edit: 'Edit text overlay' },
  scene: ({ number, title }: { number: number; title: string }) => `Scene ${number} · ${title}`,
  submit: { add: 'Add Text Overlay', edit: 'Save Text' },
  text: 'Text',
  placeholder: 'What the text says',
  fontSize: 'Font size',
  color: 'Color',
  colors: { white: 'White', black: 'Black', cream: 'Cream', blue: 'Blue', rose: 'Rose', green: 'Green' },
  position: 'Position',
  places: { top: 'Top', center: 'Center', bottom: 'Bottom', custom: 'Custom' },
  x: 'X',
  y: 'Y',
  start: 'Start time',
  end: 'End time',
  gone: 'This text was deleted while you were editing it. Saving adds it as a new one.',
  neverShown: 'The text only shows if it starts before it ends.',
  move: 'Move the text: drag it or use the arrow keys',
  deleted: 'Text overlay deleted',
  undo: uiWords.undo,
  saveFailed: failureTitles.overlay,
  noScene: { title: 'No scene selected', message: 'Play a scene to add text' },
  tooMany: { title: 'Too many texts', message: textLimit },
} as const;

export const downloadWords = {
  all: 'Download All',
  progress: ({ number, total }: { number: number; total: number }) => `Downloading ${number} of ${total}`,
  stop: 'Stop',
  stopped: 'Download stopped',
  failed: { title: 'Download failed', description: 'Could not download any videos' },
  done: ({ count }: { count: number }) => `Downloaded ${count} video(s)`,
  someFailed: ({ count }: { count: number }) => `${count} failed`,
  restStopped: 'stopped before the rest',
  nothing: { title: 'No videos available', description: 'Generate videos before downloading' },
} as const;
