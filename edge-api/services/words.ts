/** Why a service refuses a request, by area. */
import { limits } from '#shared/limits.ts';
import { eitherOf, formatBytes, formatCount, plural } from '#shared/words/format.ts';
import { missingWords } from '#shared/words/product-words.ts';
import { replyWords } from '../words.ts';

export const accountWords = {
  signIn: replyWords.signIn,
  noPicture: 'This account has no picture.',
  pictureFailed: 'Couldn’t load the picture.',
  closedToNew: 'This server isn’t open to new people. Ask whoever runs it to let you in.',
  notListed:
    'This server is only open to people whom its operator has listed. Sign in with a verified address that’s on the list, or ask to be added.',
  noSession: 'You’re no longer signed in there.',
} as const;

export const ownDataWords = {
  readMe: `Everything you have on this Storyreel server.

account.json   who you are, how you sign in, and where you're signed in
spending.json  every request to a model that was reserved for, the newest first
projects/      one folder per project:
               project.json  the project and its scenes, with all of their text
               history.json  what was changed, the newest first
               versions/     what the project was before, without clips
               clips/        the clips that scenes play, and earlier ones that can still be restored
               characters/   pictures of characters
files/         clips, pictures, and sound that you added yourself
exports/       movies that the server wrote and still keeps

Times are in milliseconds since 1970-01-01 UTC. Your API key is not included.
Deleted projects and scenes are not included; the server removes them after 30 days.
`,
} as const;

export const reportWords = {
  notFound: replyWords.nothingHere,
  operator: 'The operator of this server',
} as const;

export const changeWords = {
  crowded: 'This is being changed in several places at once. Please try again.',
  keyReused: 'This Idempotency-Key was used for another change.',
  changedElsewhere: {
    project: 'This project was changed elsewhere in the meantime.',
    scene: 'This scene was changed elsewhere in the meantime.',
  },
  tooOften: 'Too many requests. Please wait a moment.',
  manyAtOnce: 'The AI is still working on your other requests. Please wait until one is done.',
} as const;

export const versionWords = {
  notFound: 'This version is no longer kept.',
  unreadable: 'This version’s document can’t be read.',
} as const;

export const projectWords = {
  notFound: replyWords.projectNotFound,
  sceneNotFound: replyWords.sceneNotFound,
  gone: missingWords.publicProject,
  isPrivate: missingWords.isPrivate,
  idTaken: 'This id belongs to another project.',
  wholeOrder: 'The new order must include every scene of the project exactly once.',
  audioMissing: ({ name }: { name: string }) =>
    `The server doesn’t have “${name}” yet. Make the movie public when it’s uploaded, or remove it from the movie.`,
  noSuchRatio: ({ model, ratio }: { model: string; ratio: string }) => `${model} can’t generate clips in ${ratio}.`,
} as const;

export const quotaWords = {
  projects: ({ limit }: { limit: number }) =>
    `You have ${formatCount(limit)} projects, which is the most that this server keeps for one person. Delete one to make another.`,
  scenes: ({ limit }: { limit: number }) =>
    `You have ${formatCount(limit)} scenes, which is the most that this server keeps for one person. Delete some to add others.`,
  bytes: ({ usedBytes, limitBytes }: { usedBytes: number; limitBytes: number }) =>
    `Your clips and pictures use ${formatBytes(usedBytes)} of the ${formatBytes(limitBytes)} that this server keeps for one person. Delete scenes or projects to make room.`,
  file: (of: { name: string; sizeBytes: number; usedBytes: number; limitBytes: number }) =>
    `“${of.name}” (${formatBytes(of.sizeBytes)}) doesn’t fit: you use ${formatBytes(of.usedBytes)} of the ${formatBytes(of.limitBytes)} that this server keeps for one person. Remove files, scenes, or projects to make room.`,
  keptProjects:
    'You deleted so many projects in the last 30 days that this server can’t keep any more of them. There’s room again when the oldest are gone for good.',
  keptScenes:
    'You deleted so many scenes in the last 30 days that this server can’t keep any more of them. There’s room again when the oldest are gone for good.',
  keptBytes:
    'What you deleted in the last 30 days can still be restored and uses all of your storage. There’s room again when it’s gone for good.',
} as const;

export const sceneWords = {
  noOwnFile: 'The server doesn’t have this file of yours. Upload it first.',
  referenceGone: 'A reference picture isn’t among your files anymore, so the clip is made without it.',
  portraitsLeftOut: ({ most, names }: { most: number; names: readonly string[] }) =>
    `A clip takes ${most} reference pictures, so it’s made without the portrait of ${names.join(' and ')}.`,
  portraitsTooLarge: ({ names }: { names: readonly string[] }) =>
    `The reference pictures of a clip can’t be larger than ${formatBytes(limits.requestPicturesBytes)} together, so it’s made without the portrait of ${names.join(' and ')}.`,
  referencesTooLarge: `The scene’s reference pictures can’t be larger than ${formatBytes(limits.requestPicturesBytes)} together. Remove one of them, or add it again to make it smaller.`,
  noStill: 'You can change these settings only for clips made from a picture or a title card.',
  noOwnClip: ({ name }: { name: string }) => `“${name}” isn’t a clip.`,
  idTaken: 'This id belongs to another scene.',
  belongsToScene:
    'Change trims, text, camera, mood, start, and ending on the scene itself, not on one of its extensions.',
  trimPoints: 'Start point must be before end point.',
  lengths: ({ model, seconds }: { model: string; seconds: readonly number[] }) =>
    `${model} generates clips of ${eitherOf(seconds.map(String))} seconds.`,
  choicesOfParts: 'A scene with extensions keeps its length and model.',
  choicesOfClip:
    'This scene has a clip, or one is on its way. Choose the length and the model of a scene before you generate it.',
  extensionWithScene: 'Delete or restore the scene itself, not one of its extensions.',
  tooMany: plural(limits.scenesPerProject, {
    one: 'A project can have # scene.',
    other: 'A project can have up to # scenes.',
  }),
  lengthChanged: ({ model, seconds, used }: { model: string; seconds: number; used: number }) =>
    `${model} can’t generate ${seconds}-second clips, so this one is ${used} seconds long.`,
} as const;

export const takeWords = {
  extension: 'Restore the clip of the scene itself, not of one of its extensions.',
  generating: 'This scene is generating. Stop that first.',
  gone: 'The server no longer has that clip.',
} as const;

export const generationWords = {
  ownClip: 'This scene plays a clip of your own, so there’s nothing to generate.',
  scenesExist: 'This project already has scenes.',
  projectGenerating: 'Scenes of this project are already generating.',
  sceneGenerating: 'This scene is already generating.',
  alreadyGenerating: 'This is already generating.',
  breakdownRunning: 'The scene breakdown is already running.',
  extension: 'Generate the scene itself, not one of its extensions.',
  cancelExtension: 'Cancel the scene itself, not one of its extensions.',
  sceneNotFound: replyWords.sceneNotFound,
  secondCharge:
    'You may already have been charged for this scene. If you generate it again, you may be charged a second time.',
  nothingLeft: 'Every scene already has a clip.',
  clipEnded: ({ number }: { number: number }) =>
    `Scene ${number} has its clip, which can’t be extended anymore. Remove the extension from its card, or leave the scene out.`,
  requestRunning: 'This request is already running. Please wait until it’s done.',
} as const;

/** Why a scene can't be made longer. */
export const extendWords = {
  noKey: 'Add an API key in Settings first.',
  ofExtension: 'Extend the scene itself, not one of its extensions.',
  noClip: 'Generate this scene first.',
  notGenerated: 'Only clips that Storyreel generated for this scene can be extended.',
  modelCannot: ({ model }: { model: string }) => `${model} can’t extend clips.`,
  otherModel: ({ model }: { model: string }) => `Another model generated this clip, so ${model} can’t extend it.`,
  otherKey: 'This clip was generated with another API key. Only that key can extend it.',
  tooOld: 'The model keeps clips for a day, and this one is older. It can’t be extended anymore.',
  resolution: ({
    model,
    resolutions,
    resolution,
  }: {
    model: string;
    resolutions: readonly string[];
    resolution: string;
  }) => `${model} can only extend clips at ${eitherOf(resolutions)}, and this one is ${resolution}.`,
  length: ({ model, seconds }: { model: string; seconds: readonly number[] }) =>
    `${model} can only extend clips of ${eitherOf(seconds.map(String))} seconds.`,
  longest: ({ seconds }: { seconds: number }) =>
    `A clip can be up to ${seconds} seconds long. This one can’t get longer.`,
} as const;

export const keyWords = {
  notAKey: 'Invalid API key. Please check and try again.',
  noDemoStudio: 'The demo studio isn’t available on this server.',
  missing: 'Add your API key in Settings first, or choose the demo studio.',
  missingForModels: 'Add an API key in Settings first.',
} as const;

export const modelReachWords = {
  unreachable: ({ model }: { model: string }) => `Your key can’t use ${model}.`,
  instead: ({ reason, model }: { reason: string; model: string }) => `${reason} You can use ${model} instead.`,
} as const;

/** Why a file isn’t a usable clip; follows a sentence that says so. */
export const clipFileWords = {
  notMp4: 'It’s not an MP4 video.',
  cutOff: 'It’s cut off.',
  damaged: 'Its index is damaged.',
  indexTooLarge: 'Its index is too large.',
  noPicture: 'It has no picture.',
  noFrames: 'Its picture has no frames.',
  noSize: 'Its picture has no size.',
} as const;

export const characterWords = {
  notFound: 'Character not found',
  nameTaken: 'Another character already has this name.',
  allThere: 'This project already has that many characters.',
  noOwnPicture: sceneWords.noOwnFile,
  pictureType: 'The picture must be a JPEG, PNG, or WebP file.',
  pictureUnreadable: 'This picture is damaged. Choose another one.',
  pictureSide: `The picture can’t be wider or taller than ${limits.ownPictureSide} pixels.`,
  pictureTooLarge: `The picture can’t be larger than ${formatBytes(limits.referencePictureBytes)}.`,
  tooLargeToStore: 'The model sent a picture that can’t be stored. Please try again.',
} as const;

export const mediaWords = {
  noFrame: 'This clip doesn’t have that picture yet.',
  frameTooLarge: `The picture can’t be larger than ${limits.frameBytes / 1_000} kB.`,
  frameType: 'The picture must be a JPEG or WebP file.',
  frameSide: 'The picture can’t be larger than 2,048 pixels a side.',
  fileGone: 'The server no longer has this file.',
  noScene: replyWords.sceneNotFound,
  noVideo: 'This scene has no video yet.',
  notFound: 'Video not found',
} as const;

export const uploadWords = {
  notFound: 'This upload isn’t open anymore. Start it again.',
  noFile: 'File not found',
  fileInUse: ({ title }: { title: string }) => `“${title}” needs this file. Remove it from the movie first.`,
  noPart: ({ number }: { number: number }) => `This upload has no part ${number}.`,
  partLength: ({ number, wantedBytes }: { number: number; wantedBytes: number }) =>
    `Part ${number} must have ${wantedBytes} bytes.`,
  partsMissing: ({ name, count }: { name: string; count: number }) =>
    `“${name}” isn’t complete: ${plural(count, { one: '# part is', other: '# parts are' })} still missing.`,
  otherHash: ({ name }: { name: string }) => `“${name}” was damaged on its way. Upload it again.`,
  tooManyFiles: ({ name }: { name: string }) =>
    `“${name}” doesn’t fit: this server keeps up to ${formatCount(limits.ownFilesPerPerson)} files for one person. Remove some to add others.`,
  tooManyUploads: ({ name }: { name: string }) =>
    `“${name}” has to wait: you can have up to ${formatCount(limits.openUploadsPerPerson)} uploads at once.`,
} as const;

export const spendingWords = {
  dayRange: `Ask for at most ${limits.spendingDays} days, the first one first.`,
  overCap: ({ price, cap, used }: { price: string; cap: string; used: string }) =>
    `This would cost about ${price} and go over your monthly cap of ${cap}; you’ve used ${used}. Raise the cap in Settings, or wait until next month.`,
} as const;

export const exportServiceWords = {
  off: 'EXPORT_SERVICE_TOKEN isn’t set.',
  sendToken: 'Send EXPORT_SERVICE_TOKEN as a bearer token.',
  noOrder: 'This isn’t an order that this version of the server knows.',
  linkOver: 'This link isn’t valid, or has run out.',
  noFile: 'This file isn’t stored here.',
  lost: 'This export was canceled, or another service is writing it.',
  partLength: ({ bytes }: { bytes: number }) => `This part must have ${bytes} bytes.`,
  otherFile: 'The uploaded parts don’t match the announced file.',
} as const;

export const exportWords = {
  notFound: 'Export not found',
  noScenes: 'No completed scenes available. Generate videos first.',
  emptyRange: 'This range has no frames of the movie.',
  audioMissing: ({ name }: { name: string }) =>
    `The server doesn’t have “${name}” yet. Wait until it’s uploaded, or remove it from the movie.`,
  tooMany: plural(limits.exportsWaiting, {
    one: 'You can have # export waiting on the server. Wait until it’s done, or cancel it.',
    other: 'You can have up to # exports waiting on the server. Wait until one is done, or cancel one.',
  }),
  tooMuchKept: `The server keeps up to ${limits.exportsKeptBytes / 1e9} GB of finished exports for you. Dismiss some of them, or wait until the server removes them after ${limits.exportHours} hours.`,
  notFinished: 'This export isn’t finished yet.',
  hasFailed: 'This export failed, so it has no file.',
  checkFailed: 'The server couldn’t run ffmpeg. Check its installation and try again in a minute.',
  noWorker: 'No export worker is running. Start one with: npm run export-worker',
  noService: 'This server’s export service isn’t running. Export in this browser, or try again later.',
  serviceAway: 'This server’s export service doesn’t answer. Export in this browser, or try again in a minute.',
  edge: 'This server can’t run ffmpeg, so it can’t export movies. Export in this browser, or run Storyreel with npm start.',
  pictureMissing: 'A text picture is missing on the server. Start the export again.',
  pictureType: 'The picture must be a PNG file.',
  pictureSide: `The picture can’t be wider or taller than ${limits.exportPictureSide} pixels.`,
  pictureHash: 'The picture doesn’t match its hash.',
  pictureTooLarge: `The picture can’t be larger than ${limits.exportPictureBytes / 1_000_000} MB.`,
  picturesTooLarge: `The server keeps up to ${limits.exportPicturesBytes / 1_000_000} MB of text pictures for you. Try again tomorrow.`,
} as const;
