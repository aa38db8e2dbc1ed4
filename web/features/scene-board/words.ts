/** What the scene board says: its cards, its dialogs, and the toasts of its edits. */
import { plural } from '#shared/words/format.ts';
import { clipWords } from '#shared/words/clip-words.ts';
import { failureTitles, sceneNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

type Numbered = { number: number };

export const boardWords = {
  scene: sceneNames.numbered,
  add: sceneNames.add,
} as const;

export const cardWords = {
  label: sceneNames.titled,
  edited: 'Edited since its clip was generated.',
  clip: ({ length, model }: { length: string; model: string }) => `${length} · ${model}`,
  select: ({ number }: Numbered) => `Select scene ${number}`,
  play: ({ number }: Numbered) => `Play scene ${number}`,
  move: sceneNames.move,
  pause: ({ number }: Numbered) => `Pause scene ${number}`,
  queued: clipWords.queued,
  free: 'free',
  generate: 'Generate this scene',
  generateScene: ({ number, price }: Numbered & { price: string }) => `Generate this scene · ${price}, scene ${number}`,
  stop: 'Stop',
  stopScene: ({ number }: Numbered) => `Stop scene ${number}`,
  cancel: uiWords.cancel,
  cancelScene: ({ number }: Numbered) => `Cancel scene ${number}`,
  editFirst: 'Edit',
  editScene: ({ number }: Numbered) => `Edit failed scene ${number}`,
  segments: ({ count }: { count: number }) => plural(count, { one: '# segment', other: '# segments' }),
  failed: clipWords.failed,
  retry: uiWords.retry,
  retryLost: clipWords.againMayCharge,
  dismiss: uiWords.dismiss,
  improve: ({ number }: Numbered) => `Improve scene ${number}`,
  improving: ({ number }: Numbered) => `Improving scene ${number}`,
  edit: ({ number }: Numbered) => `Edit scene ${number}`,
  download: ({ number }: Numbered) => `Download scene ${number}`,
  remove: ({ number }: Numbered) => `Delete scene ${number}`,
} as const;

export const menuWords = {
  name: ({ number }: Numbered) => `More for scene ${number}`,
  generateAgain: ({ note }: { note: string }) => `${clipWords.again} · ${note}`,
  extend: 'Extend',
  restoreClip: 'Restore the earlier clip',
  moveEarlier: 'Move earlier',
  moveLater: 'Move later',
} as const;

export const sceneFormWords = {
  add: { title: sceneNames.add, save: 'Add Scene' },
  edit: { title: ({ number }: Numbered) => `Edit Scene ${number}`, save: 'Save Changes' },
  incomplete: 'A scene needs a title and a description.',
  title: 'Title',
  description: 'Description',
  negativePrompt: { label: 'Negative prompt (optional)', placeholder: 'What to keep out of the picture' },
  resolution: { label: 'Resolution', hint: '1080p only supports 8 s duration; other durations use 720p.' },
  duration: 'Duration',
  seconds: ({ seconds }: { seconds: number }) => `${seconds} s`,
  cameraAngle: 'Camera angle',
  mood: 'Mood',
  openToModel: 'Let the model choose',
  fromPrevious: {
    label: 'Start where the previous scene ends',
    hint: 'This clip starts with the last frame of the previous scene, so it’s generated after that one.',
    impossible: 'This is the first scene, so no scene comes before it.',
  },
  intoNext: {
    label: 'End where the next scene begins',
    hint: 'This clip ends with the first frame of the next scene, so it’s generated after that one.',
    impossible: 'This is the last scene, so no scene comes after it.',
  },
} as const;

export const referenceWords = {
  label: 'Reference pictures (optional)',
  hint: ({ most }: { most: number }) =>
    `Up to ${most} pictures of people, places, or things, and what each shows, such as “the old red tram.” The model gets them with the prompt. Drop or paste them here, or choose them.`,
  full: ({ most }: { most: number }) => `A scene takes ${most} reference pictures at most.`,
  tooMany: ({ most }: { most: number }) => `Only the first ${most} were added: a scene takes no more.`,
  choose: 'Add Pictures',
  adding: 'Adding…',
  failed: 'Failed to add the picture',
  picture: ({ number }: Numbered) => `Reference picture ${number}`,
  shows: ({ number }: Numbered) => `What reference picture ${number} shows`,
  example: 'What it shows',
  remove: ({ number }: Numbered) => `Remove reference picture ${number}`,
} as const;

export const editWords = {
  saved: { title: 'Scene updated', description: 'Your changes have been saved' },
  added: 'Scene added',
  reordered: 'Scenes reordered',
  deleted: 'Scene deleted',
  undo: uiWords.undo,
  updateFailed: failureTitles.updateScene,
  reorderFailed: failureTitles.reorderScenes,
} as const;

export const improvedWords = {
  title: ({ number }: Numbered) => `Scene ${number}, improved`,
  prompt: 'The prompt for the model follows the description.',
  before: 'Before',
  after: 'After',
  keep: 'Keep',
  undo: uiWords.undo,
  undone: { title: 'Undone', description: 'The previous description is back.' },
} as const;

export const downloadWords = {
  done: 'Video downloaded',
  failed: failureTitles.downloadVideo,
  failedBecause: 'An error occurred while downloading.',
} as const;
