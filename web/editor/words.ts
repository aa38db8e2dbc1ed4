/** What edits are called, why one can’t be made, and what an export is doing. */
import { exportSizeWords } from '#shared/catalogue/words.ts';
import type { HistoryField } from '#shared/entities/history.ts';
import { listed, plural } from '#shared/words/format.ts';
import { missingWords } from '#shared/words/product-words.ts';

type Numbered = { number: number };
type Quoted = { text: string };

/** What the person did, for Undo, the history, and messages about unsaved changes. */
export const editWords = {
  createProject: ({ title }: { title: string }) => `Create “${title}”`,
  deleteProject: ({ title }: { title: string }) => `Delete “${title}”`,
  editProject: 'Edit project',
  improveDescription: 'Improve description',
  renameCharacter: ({ name }: { name: string }) => `Rename ${name}`,
  editCharacter: ({ name }: { name: string }) => `Edit ${name}`,
  deleteCharacter: ({ name }: { name: string }) => `Delete ${name}`,
  restoreCharacter: ({ name }: { name: string }) => `Restore ${name}`,
  makePublic: 'Make public',
  makePrivate: 'Make private',
  letEnginesList: 'Let search engines list it',
  hideFromEngines: 'Hide from search engines',
  addScene: 'Add scene',
  splitScene: ({ number }: Numbered) => `Split scene ${number}`,
  duplicateScene: ({ number }: Numbered) => `Duplicate scene ${number}`,
  deleteScenes: ({ count }: { count: number }) => `Delete ${plural(count, { one: '# scene', other: '# scenes' })}`,
  muteScenes: ({ count }: { count: number }) => `Mute ${plural(count, { one: '# scene', other: '# scenes' })}`,
  unmuteScenes: ({ count }: { count: number }) => `Unmute ${plural(count, { one: '# scene', other: '# scenes' })}`,
  duplicateScenes: ({ count }: { count: number }) =>
    `Duplicate ${plural(count, { one: '# scene', other: '# scenes' })}`,
  editScene: ({ number }: Numbered) => `Edit scene ${number}`,
  improveScene: ({ number }: Numbered) => `Improve scene ${number}`,
  trimScene: ({ number }: Numbered) => `Trim scene ${number}`,
  volumeOfScene: ({ number }: Numbered) => `Change the volume of scene ${number}`,
  muteScene: ({ number }: Numbered) => `Mute scene ${number}`,
  unmuteScene: ({ number }: Numbered) => `Unmute scene ${number}`,
  fadeSoundOfScene: ({ number }: Numbered) => `Fade the sound of scene ${number}`,
  joinScenes: ({ number, next }: Numbered & { next: number }) => `Change the join of scenes ${number} and ${next}`,
  joinAllScenes: 'Change all joins',
  levelAll: 'Level all scenes',
  levelNone: 'Stop leveling scenes',
  addText: ({ text }: Quoted) => `Add “${text}”`,
  editText: ({ text }: Quoted) => `Edit “${text}”`,
  moveText: ({ text }: Quoted) => `Move “${text}”`,
  resizeText: ({ text }: Quoted) => `Resize “${text}”`,
  styleText: ({ text }: Quoted) => `Style “${text}”`,
  retimeText: ({ text }: Quoted) => `Change the time of “${text}”`,
  deleteText: ({ text }: Quoted) => `Delete “${text}”`,
  reorderScenes: 'Reorder scenes',
  restoreOrder: 'Restore the scene order',
  deleteScene: ({ number }: Numbered) => `Delete scene ${number}`,
  untitledScene: ({ number }: Numbered) => `Scene ${number}`,
  restoreScene: 'Restore scene',
  restoreScenes: ({ count }: { count: number }) => `Restore ${plural(count, { one: '# scene', other: '# scenes' })}`,
  restoreVersion: ({ name }: { name: string }) => `Restore “${name}”`,
  replaceByFile: 'Replace with a saved project',
  restoreClip: ({ number }: Numbered) => `Restore the clip of scene ${number}`,
  restoreSceneFields: ({ fields, number }: Numbered & { fields: Iterable<string> }) =>
    `Restore ${listed(fields)} of scene ${number}`,
  restoreProjectFields: ({ fields }: { fields: Iterable<string> }) => `Restore movie ${listed(fields)}`,
  undo: ({ label }: { label: string }) => `Undo: ${label}`,
} as const;

/** What each field is called in a sentence. */
export const fieldWords = {
  title: 'title',
  description: 'description',
  isPublic: 'visibility',
  isIndexable: 'search engine listing',
  model: 'video model',
  negativePrompt: 'negative prompt',
  resolution: 'resolution',
  duration: 'length',
  trimStart: 'trim',
  trimEnd: 'trim',
  textOverlays: 'text overlays',
  metadata: 'camera and mood',
  referencePictures: 'reference pictures',
  continueFromPrevious: 'first frame',
  continueIntoNext: 'last frame',
  gainDb: 'volume',
  muted: 'mute',
  fadeInSeconds: 'fade-in',
  fadeOutSeconds: 'fade-out',
  transition: 'transition',
  levelling: 'leveling',
  audio: 'music and voice-over',
  character: 'character details',
  characterPicture: 'character picture',
  sceneOrder: 'scene order',
} as const satisfies Record<HistoryField, string>;

export const refusedEditWords = {
  notKept: 'This browser didn’t keep the change. Free up space, or leave private browsing, and try again.',
  noRoom: 'This browser is out of space, so the change wasn’t saved. Free up space in Settings, under Storage.',
  signedOut: 'Please sign in first.',
  noProject: missingWords.project,
  noCharacter: 'This character was deleted.',
  noScene: 'This scene was deleted.',
  notRestorable: 'This scene can no longer be restored.',
  noVersion: 'This version is no longer kept.',
  noPicture: 'This picture is no longer kept.',
  versionName: 'Give the version a name of up to 120 characters.',
  noTake: 'The scene had no clip at that time.',
  invalid: 'This value isn’t valid.',
} as const;

export const exportPhaseWords = {
  waiting: 'Waiting for another export',
  fetching: 'Loading clips',
  names: {
    preparing: 'Reading clips',
    encoding: 'Encoding',
    sound: 'Preparing the sound',
    joining: 'Writing the file',
    checking: 'Checking the file',
  },
  scene: ({ number }: Numbered) => ` scene ${number}`,
  part: ({ number, total }: Numbered & { total: number }) => `, part ${number} of ${total}`,
} as const;

export const exportWords = {
  failed: 'The export failed. Please try again.',
  elsewhere: 'The movie is in the tab that exported it. Download it there.',
  gone: 'The movie is no longer on this device. Export it again.',
  asMade: exportSizeWords.source,
} as const;

/** Where a movie can be written, and why there or not there. */
export const placeWords = {
  joinedHere: 'Nothing is encoded, so any browser can write this movie. It also works offline.',
  encodedHere: 'Your browser has every encoder and decoder that this movie needs. It also works offline.',
  silentHere: ({ numbers }: { numbers: readonly number[] }) =>
    `Your browser can’t decode the sound of ${plural(numbers.length, { one: 'scene', other: 'scenes' })} ${listed(numbers.map(String))}, so it can only write the movie without it.`,
  joinedThere: 'Nothing is encoded. The server joins the clips, and you download the movie.',
  encodedThere: 'The server encodes the movie with ffmpeg, and you download it when it’s done.',
  waits: ({ waiting }: { waiting: number }) =>
    plural(waiting, { one: 'Your unsaved change is sent first.', other: 'Your # unsaved changes are sent first.' }),
  offline: 'You’re offline, or the server can’t be reached. Go online to export on the server.',
  signedOut: 'Sign in again to export on the server.',
  openedFile: 'The server doesn’t have this movie. Import it to export it there.',
  refused: ({ label }: { label: string }) =>
    `The server refused “${label}”, so its movie wouldn’t have that change. Resolve it first.`,
  noServer: 'Video export system is not available',
} as const;

/** What the card says of an export that the server makes. */
export const serverExportWords = {
  saving: 'Saving your changes',
  drawing: 'Drawing text',
  sending: 'Sending text',
  starting: 'Starting on the server',
  next: 'Queued on the server',
  queued: ({ ahead }: { ahead: number }) => `Queued on the server (${ahead} ahead)`,
  unreachable: 'Couldn’t reach the server. Storyreel keeps trying.',
  failed: 'The export failed on the server. Try again.',
  gone: 'The server no longer has this export. Start it again.',
  expired: 'The server keeps a movie for a day and has removed this one. Export it again.',
} as const;

/** Why the clip of a picture or a title card can’t be made anew. */
export const remakeWords = {
  noPicture:
    'The picture of this scene isn’t on this device. Connect to the internet, wait until it’s downloaded, and try again. If it was removed, add it as a new scene.',
  notHere: 'This scene’s settings can’t be changed here. Add the picture or title card as a new scene.',
} as const;

export const keptFileWords = { unnamed: 'Untitled' } as const;
