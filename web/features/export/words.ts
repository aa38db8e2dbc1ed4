/** What the export says: its dialog, the plan of the movie, and the card of its progress. */
import { exportWords as movieWords } from '#editor/words.ts';
import { formatCount, listed, plural } from '#shared/words/format.ts';
import { costText, failureTitles, sceneNames } from '#shared/words/product-words.ts';
import { sceneCountText, statusWords } from '#widgets/words.ts';

export const exportWords = {
  title: 'Export Movie',
  start: 'Start Export',
  saveToFile: 'Save to a file…',
  started: 'Export started (may take a few minutes)',
  startFailed: 'Error starting export',
  refusals: {
    noScenes: 'No completed scenes available. Generate videos first.',
    unavailable: 'Video export system is not available',
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
  source: ({ lines }: { lines: number }) => `${movieWords.asMade} (${lines}p)`,
  size: ({ width, height }: { width: number; height: number }) => `${width} × ${height}`,
  upTo: ({ megabytes }: { megabytes: number }) => `up to about ${megabytes} MB`,
  everyFrame: {
    label: 'Check every frame',
    hint: 'Plays the finished file from start to end. This takes longer, and the receipt lists the frames that don’t play.',
  },
} as const;

const scenes = (numbers: readonly number[]): string =>
  plural(numbers.length, {
    one: `scene ${listed(numbers.map(String))}`,
    other: `scenes ${listed(numbers.map(String))}`,
  });
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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

export const planWords = {
  reading: 'Reading clips…',
  waiting: 'The plan appears when every clip is on this device.',
  away: 'Some clips aren’t on this device yet',
  unable: 'Your browser can’t write this size',
  copiedLegend: 'Copied, no loss',
  encodedLegend: 'Encoded',
  about: costText,
  inBrowser: 'in this browser',
  allEncoded: 'all encoded',
  noLoss: ({ copied }: { copied: string }) => `${copied}, no loss`,
  noLossOfVideo: ({ copied }: { copied: string }) => `video ${copied}, no loss`,
  copied: 'copied',
  copiedAs: ({ codec }: { codec: string }) => `copied as ${codec}`,
  /** `all` is the number of scenes, as the sentence has it. */
  partlyCopied: ({ copied, all, encoded }: { copied: number; all: string; encoded: string }) =>
    `${formatCount(copied)} of ${all} copied, ${encoded} encoded`,
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
    music: 'music',
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
  queued: ({ count }: { count: number }) => `${formatCount(count)} more queued`,
  cancelQueued: ({ fileName }: { fileName: string }) => `Cancel queued export of ${fileName}`,
  dismiss: 'Dismiss export',
  dismissFailed: 'Couldn’t dismiss the export',
  complete: statusWords.complete,
  download: 'Download Export',
  downloadFailed: failureTitles.downloadVideo,
  receipt: 'Save receipt',
  failed: statusWords.failed,
  outcome: {
    copied: ({ copied }: { copied: number }) => `${sceneCountText(copied)} copied, checked`,
    encoded: ({ encoded }: { encoded: number }) => `${sceneCountText(encoded)} encoded, checked`,
    both: ({ copied, encoded }: { copied: number; encoded: number }) =>
      `${sceneCountText(copied)} copied, ${formatCount(encoded)} encoded, checked`,
  },
  savedTo: ({ fileName }: { fileName: string }) => `Saved to ${fileName}`,
  inPageOnly: 'Kept in this tab only. Download it before you close the tab.',
} as const;
