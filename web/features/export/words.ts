/** What the export says: its dialog, the plan of the movie, and the card of its progress. */
import { exportWords as movieWords } from '#editor/words.ts';
import { capitalized, formatCount, listed, plural } from '#shared/words/format.ts';
import { costText } from '#shared/words/clip-words.ts';
import { failureTitles, sceneNames } from '#shared/words/product-words.ts';
import { sceneCountText, statusWords } from '#widgets/words.ts';

export const exportWords = {
  start: 'Start Export',
  saveToFile: 'Save to a file…',
  started: 'Export started (may take a few minutes)',
  startFailed: 'Error starting export',
  refusals: {
    noPicker: 'Your browser can’t save straight into a file. Start the export, then download the movie.',
    serverFile: 'A movie made on the server goes to your downloads.',
    unanswered: 'Storyreel couldn’t find out what your browser can export. Reload the page and try again.',
  },
  fileTypes: { mp4: 'MP4 movie', webm: 'WebM movie' },
} as const;

export const bannerWords = {
  label: 'Browser compatibility',
  missing: ({ names }: { names: Iterable<string> }) => `Your browser has no ${listed(names)}.`,
  stillWorks: 'Movies that need no re-encoding can still be made here.',
  server: 'The server can write the others.',
  recommended: 'Recommended: Chrome 94+, Edge 94+, Opera 80+.',
} as const;

export const choiceWords = {
  resolution: 'Resolution',
  format: 'Format',
  formats: { mp4: 'MP4 (H.264)', webm: 'WebM (VP9)' },
  formatNames: { mp4: 'MP4', webm: 'WebM' },
  formatHints: { mp4: 'Plays on every phone, TV, and website.', webm: 'Plays in browsers. Everything is encoded.' },
  source: ({ lines }: { lines: number }) => `${movieWords.asMade} (${lines}p)`,
  size: ({ width, height }: { width: number; height: number }) => `${width} × ${height}`,
  upTo: ({ megabytes }: { megabytes: number }) => `up to about ${megabytes} MB`,
  /** Heads of the columns of sizes. */
  columns: { size: 'Size', pixels: 'Pixels', work: 'What happens', time: 'Time', file: 'File' },
  original: 'Original quality',
  everyFrame: {
    label: 'Check every frame',
    hint: 'Plays the finished file from start to end. This takes longer, and the receipt lists the frames that don’t play.',
  },
} as const;

/** Where the movie is written. */
export const placeChoiceWords = {
  label: 'Where',
  browser: 'In this browser',
  server: 'On the server',
  about: ({ place, reason }: { place: string; reason: string }) => `${place}: ${reason}`,
  asking: 'Checking what can write this movie…',
} as const;

/** Which part of the movie is written. */
export const rangeWords = {
  label: 'Part',
  movie: 'Whole movie',
  part: 'From – to',
  scene: 'One scene',
  from: 'From',
  to: 'To',
  whichScene: 'Scene to export',
  /** Beside the fields. */
  length: ({ length }: { length: string }) => `${length} long`,
  notATime: ({ longest }: { longest: string }) => `Enter a time like 0:12.5, up to ${longest}.`,
  empty: 'The end must come after the start.',
  span: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
} as const;

const scenes = (numbers: readonly number[]): string =>
  plural(numbers.length, {
    one: `scene ${listed(numbers.map(String))}`,
    other: `scenes ${listed(numbers.map(String))}`,
  });

type Numbers = { numbers: readonly number[] };

const leaveSoundOut = ({ numbers }: Numbers): string => `Export ${scenes(numbers)} without sound`;

/** What a movie doesn’t have of its clips. */
export const lossWords = {
  missing: ({ numbers }: Numbers) =>
    `${capitalized(scenes(numbers))} ${plural(numbers.length, { one: 'has', other: 'have' })} no clip yet and won’t be in the movie.`,
  credentials:
    'Your clips carry content credentials. A joined movie can’t keep them, so the file says that it was made with AI and the receipt lists every clip.',
  sound: ({ numbers, codecs }: Numbers & { codecs: Iterable<string> }) =>
    `The sound of ${scenes(numbers)} is ${listed(codecs)}, which your browser can’t decode.`,
  leaveSoundOut,
  silenceUnchosen: ({ numbers }: Numbers) => `To start, choose “${leaveSoundOut({ numbers })}” above.`,
  color: {
    hdr: ({ numbers }: Numbers) =>
      `${capitalized(scenes(numbers))} ${plural(numbers.length, { one: 'is', other: 'are' })} HDR. Encoding turns HDR into 8-bit standard range (BT.709).`,
    'wide-gamut': ({ numbers }: Numbers) =>
      `${capitalized(scenes(numbers))} ${plural(numbers.length, { one: 'uses', other: 'use' })} wide-gamut color. Encoding turns it into 8-bit BT.709.`,
    'ten-bit': ({ numbers }: Numbers) =>
      `${capitalized(scenes(numbers))} ${plural(numbers.length, { one: 'has', other: 'have' })} 10-bit color. Encoding turns it into 8-bit color.`,
  },
} as const;

type Counts = { copied: number; encoded: number };

const allScenes = ({ count }: { count: number }): string => plural(count, { one: '# scene', other: 'All # scenes' });

export const planWords = {
  reading: 'Reading clips…',
  waiting: 'The plan appears when every clip is on this device.',
  away: 'Some clips aren’t on this device yet',
  unable: 'Your browser can’t write this size',
  onServer: 'Encoded on the server',
  about: costText,
  noLoss: 'No loss',
  asMade: movieWords.asMade,
  heading: ({ name, time }: { name: string; time: string }) => `${name} · ${costText({ amount: time })}`,
  /** What happens to the scenes at a size. */
  work: {
    copied: ({ count }: { count: number }) => `${allScenes({ count })} copied`,
    encoded: ({ count }: { count: number }) => `${allScenes({ count })} encoded`,
    enlarged: ({ count }: { count: number }) => `${allScenes({ count })} enlarged and encoded`,
    reduced: ({ count }: { count: number }) => `${allScenes({ count })} reduced and encoded`,
    both: ({ copied, encoded }: Counts) => `${sceneCountText(copied)} copied, ${formatCount(encoded)} encoded`,
  },
  /** Of the first choice, which keeps what it can. */
  first: {
    copied: 'Copied, no re-encoding.',
    copiedAs: ({ codec }: { codec: string }) => `Copied as ${codec}, no re-encoding.`,
    encodesTrimmed: ({ numbers }: Numbers) =>
      plural(numbers.length, {
        one: 'Encodes only the scene you trimmed.',
        other: 'Encodes only the scenes you trimmed.',
      }),
    encodesSome: ({ numbers }: Numbers) => `Encodes only ${scenes(numbers)}.`,
    encodesMany: ({ copied, encoded }: Counts) => `Encodes ${encoded} of ${sceneCountText(copied + encoded)}.`,
    sound: 'The sound is encoded.',
  },
  /** Under the strip; lengths follow. */
  legend: {
    copied: 'Copied, identical to the clips',
    encoded: 'Encoded',
    encodedFor: ({ what, numbers }: Numbers & { what: string }) => `Encoded, for ${what} in ${scenes(numbers)}`,
    length: ({ text, length }: { text: string; length: string }) => `${text} · ${length}`,
    for: { trim: 'the trim', overlay: 'the text', transition: 'the transition', range: 'the cut' },
  },
  /** What the chosen size costs of the pictures. */
  cost: {
    enlarged: 'Enlarging adds no detail.',
    reduced: 'Smaller pictures lose detail.',
    encoded: 'Encoding loses a little detail.',
  },
  toNoLoss: 'Switch to no loss',
  copied: 'copied',
  copiedAs: ({ codec }: { codec: string }) => `copied as ${codec}`,
  seconds: ({ seconds }: { seconds: string }) => `${seconds} s`,
  minutes: ({ minutes }: { minutes: number }) => `${formatCount(minutes)} min`,
} as const;

/** Scene by scene, what is encoded and why. */
export const reasonWords = {
  heading: 'What gets encoded, and why',
  details: 'Details',
  kept: 'Storyreel keeps encoded parts on this device, so the next export encodes only what has changed.',
  checked: 'Storyreel opens the finished file again and checks it before you get it.',
  scene: sceneNames.numbered,
  allScenes: 'All scenes',
  video: 'Video',
  sound: 'Sound',
  restCopied: 'the rest copied',
  encoded: ({ length }: { length: string }) => `${length} encoded`,
  silence: ({ length, why }: { length: string; why: string }) => `${length} of silence: ${why}`,
  ofVideo: {
    format: 'different format',
    size: 'different size',
    rate: 'different frame rate than the movie',
    'varying-rate': 'variable frame rate',
    trim: 'trimmed',
    range: 'cut by the range',
    overlay: 'text',
    transition: 'transition',
    color: 'different colors than the other scenes',
    codec: 'not H.264',
    'parameter-sets': 'video that can’t be joined with the other scenes',
    'stream-kind': 'a kind of H.264 that can’t be copied',
    'edit-list': 'cuts stored in the file',
    'pixel-aspect': 'pixels that aren’t square',
    rotation: 'rotated',
    'no-key-frame': 'no key frame to start copying from',
  },
  ofSound: {
    format: 'different format',
    'other-config': 'different sample rate or number of channels than the movie',
    'sound-form': 'a kind of sound that can’t be copied',
    volume: 'volume',
    muted: 'muted',
    'no-sound': 'no sound in the clip',
    undecodable: 'sound that your browser can’t decode',
    transition: 'transition',
    fade: 'fade',
    music: 'music or voice-over',
    levelling: 'leveled',
  },
} as const;

export const cardWords = {
  label: ({ title }: { title: string }) => `Export of ${title}`,
  preparing: 'Getting ready',
  progress: 'Export progress',
  soFar: ({ percent, elapsed }: { percent: number; elapsed: string }) => `${percent}% · ${elapsed} elapsed`,
  soFarAndLeft: ({ left, ...soFar }: { percent: number; elapsed: string; left: string }) =>
    `${cardWords.soFar(soFar)}, about ${left} left`,
  percent: ({ percent }: { percent: number }) => `${percent}%`,
  queued: ({ count }: { count: number }) => `${formatCount(count)} more queued`,
  cancelQueued: ({ fileName }: { fileName: string }) => `Cancel queued export of ${fileName}`,
  fold: 'Fold export',
  unfold: 'Unfold export',
  dismiss: 'Dismiss export',
  dismissFailed: 'Couldn’t dismiss the export',
  complete: statusWords.complete,
  download: 'Download Export',
  downloadFailed: failureTitles.downloadVideo,
  watch: ({ title }: { title: string }) => `Watch ${title}`,
  showReceipt: 'Show receipt',
  failed: statusWords.failed,
  outcome: {
    copied: ({ copied }: { copied: number }) => `${sceneCountText(copied)} copied, checked`,
    encoded: ({ encoded }: { encoded: number }) => `${sceneCountText(encoded)} encoded, checked`,
    both: ({ copied, encoded }: Counts) => `${sceneCountText(copied)} copied, ${formatCount(encoded)} encoded, checked`,
  },
  savedTo: ({ fileName }: { fileName: string }) => `Saved to ${fileName}`,
  onServer: 'Kept on the server for 24 hours.',
  inPageOnly: 'Kept in this tab only. Download it before you close the tab.',
} as const;

/** The finished movie: its player, its receipt, and what can be done with it. */
export const doneWords = {
  title: 'Your movie is ready',
  player: 'Finished movie',
  unplayable: {
    'chosen-file': 'The movie is in the file that you chose. Play it from there.',
    other: 'Couldn’t open the movie. Try downloading it.',
  },
  toShowcase: 'Add to Showcase',
  inShowcase: 'View in Showcase',
  anotherSize: 'Another size',
  visibilityUpdated: 'Visibility updated',
  nowPublic: 'Anyone can now watch it in the Showcase.',
  visibilityFailed: failureTitles.updateVisibility,
} as const;

/** The receipt in words: names of its rows, and what they say. */
export const receiptWords = {
  heading: 'Receipt',
  save: 'Save receipt',
  part: 'Part',
  scenes: 'Scenes',
  scenesMade: {
    copied: ({ copied }: Counts) => `${formatCount(copied)} copied`,
    encoded: ({ encoded }: Counts) => `${formatCount(encoded)} encoded`,
    both: ({ copied, encoded }: Counts) => `${formatCount(copied)} copied, ${formatCount(encoded)} encoded`,
  },
  frames: 'Frames checked',
  framesOf: ({ checked, all }: { checked: number; all: number }) => `${formatCount(checked)} of ${formatCount(all)}`,
  picture: 'Picture',
  pictureIs: ({ size, rate, codec }: { size: string; rate: string; codec: string }) => `${size}, ${rate} fps, ${codec}`,
  sound: 'Sound',
  soundIs: ({ codec, how }: { codec: string; how: string }) => `${codec}, ${how}`,
  soundMade: { copied: 'copied', encoded: 'encoded', both: 'part copied, part encoded' },
  channels: ({ count }: { count: number }) => (count === 1 ? 'mono' : 'stereo'),
  silent: 'None',
  loudness: 'Loudness',
  levelledTo: ({ lufs }: { lufs: number }) => `leveled to ${String(lufs).replace('-', '−')} LUFS`,
  music: 'Music',
  voiceOver: 'Voice-over',
  /** The first few: a movie may have a hundred pieces. */
  names: ({ names }: { names: readonly string[] }) =>
    names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')}, and ${formatCount(names.length - 2)} more`,
  made: 'Made',
  madeIn: ({ place, time }: { place: string; time: string }) => `${place}, ${time}`,
  places: { browser: 'in this browser', server: 'on the server' },
  checksum: 'Checksum',
  noReceipt: 'This export has no receipt.',
} as const;
