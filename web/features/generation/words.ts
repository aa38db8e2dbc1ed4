/** What the breakdown and the generation of clips say: before they start, while they run, and at their end. */
import { plural } from '#shared/words/format.ts';
import { clipWords, costText, improveWords } from '#shared/words/clip-words.ts';
import { failureTitles, sceneNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';
import { sceneCountText, statusWords } from '#widgets/words.ts';

export const generateWords = {
  breakdown: 'Generate Scene Breakdown',
  videos: 'Generate Videos',
  start: 'Start Generation',
  startFailed: 'Error starting generation',
  refusals: {
    breakdownRunning: 'Storyreel is still writing the scene breakdown.',
    generating: 'Scenes are still generating.',
    mayBeCharged: 'You may already have been charged for the remaining scenes. Generate them again from their cards.',
    allComplete: 'Every scene already has a clip.',
  },
} as const;

export const breakdownWords = {
  stop: 'Stop breakdown',
  stopWithCount: ({ count }: { count: number }) => `${sceneCountText(count)} so far · Stop breakdown`,
  stopped: 'Scene breakdown stopped',
  kept: ({ count }: { count: number }) =>
    plural(count, { one: '# scene was received and kept.', other: '# scenes were received and kept.' }),
  stopFailed: 'Couldn’t stop the breakdown',
  done: 'Scene breakdown generated',
  failed: 'Error generating scenes',
  failedBecause: 'Couldn’t write the scene breakdown. Please try again.',
} as const;

export const costWords = {
  about: costText,
  free: 'Free in the demo',
  withKey: 'with an API key',
  demoNote: 'Demo clips are short animations. Nothing is charged.',
  scenes: 'Scenes',
  model: 'Model',
  chargedTo: { label: 'Charged to', key: 'Your Gemini API key', demo: 'No one (demo studio)' },
  month: {
    label: 'This month',
    unavailable: 'Unavailable offline',
    spent: ({ spent }: { spent: string }) => `${spent} so far`,
    ofCap: ({ spent, cap }: { spent: string; cap: string }) => `${spent} of your ${cap} cap`,
  },
} as const;

/** Amounts by the models' price lists: the ledger and the cap count these, not the estimate. */
export const capLeftWords = {
  parts: {
    spent: ({ usd }: { usd: string }) => `Spent ${usd}`,
    open: ({ usd }: { usd: string }) => `In progress ${usd}`,
    wanted: ({ usd }: { usd: string }) => `This run ${usd}`,
  },
  left: ({ left }: { left: string }) => `${left} left under your cap`,
  after: ({ after }: { after: string }) => `${after} after this`,
  reserved: ({ reserved }: { reserved: string }) => `Price list: this reserves ${reserved}.`,
  short: ({ reserved }: { reserved: string }) =>
    `Price list: this reserves ${reserved}, which is more than is left. Choose fewer scenes, or raise the cap in Settings.`,
} as const;

export const againWords = {
  title: ({ number }: { number: number }) => `Generate scene ${number} again`,
  start: clipWords.again,
  promise: 'You keep your current clip until the new one is stored.',
  trim: 'Its trim will be removed because it belongs to the current clip.',
  replaced: ({ number }: { number: number }) => `Scene ${number} has a new clip`,
  trimRemoved: 'The trim of the previous clip was removed.',
  undo: uiWords.undo,
  restored: ({ number }: { number: number }) => `Scene ${number}: previous clip restored`,
  restoreFailed: failureTitles.updateScene,
} as const;

export const progressWords = {
  title: { running: 'Generating videos', stopped: 'Generation stopped', finished: 'Videos generated' },
  continueEditing: 'Continue Editing',
  safeToClose: 'You can close this window. Storyreel keeps generating.',
  stop: 'Stop',
  stopFailed: 'Couldn’t stop the generation',
  spoken: ({ complete, total, failed }: { complete: number; total: number; failed: number }) =>
    `${complete} of ${sceneCountText(total)} complete${failed > 0 ? `, ${failed} failed` : ''}`,
  pill: ({ total }: { total: number }) => plural(total, { one: 'scene', other: 'scenes' }),
  counters: statusWords,
  timeSoFar: 'Time so far',
  costSoFar: {
    label: 'Cost so far',
    demo: 'Nothing (demo)',
    unavailable: 'Unavailable offline',
    inProgress: ({ amount }: { amount: string }) => ` + ${amount} in progress`,
  },
  overall: 'Overall progress',
  queued: clipWords.queued,
  failed: clipWords.failed,
  segment: ({ index, status }: { index: number | null; status: keyof typeof statusWords }) =>
    `Extension ${index ?? ''}: ${statusWords[status]}`,
  retry: uiWords.retry,
  retryLost: clipWords.againMayCharge,
  free: 'free',
  /** The button, with its price. */
  retryFor: ({ retry, price }: { retry: string; price: string }) => `${retry} · ${price}`,
  retryScene: ({ retry, number }: { retry: string; number: number }) => `${retry}, scene ${number}`,
} as const;

export const endWords = {
  show: uiWords.show,
  stopped: { title: 'Generation stopped', description: 'No videos generated.' },
  title: { one: 'Video generated', other: 'Videos generated', none: 'No videos generated' },
  scene: sceneNames.numbered,
  complete: ({ scenes }: { scenes: string }) => `${scenes} complete`,
  failed: ({ scenes }: { scenes: string }) => `${scenes} failed`,
  left: ({ count }: { count: number }) => `${count} stopped`,
} as const;

export const improvementWords = {
  done: improveWords.done,
  unchanged: improveWords.unchanged,
  failed: 'Failed to improve description',
  dismissFailed: 'Couldn’t dismiss the failure',
} as const;
