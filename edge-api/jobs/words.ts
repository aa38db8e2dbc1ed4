/** What a scene's card says while its clip is generated, and why it was not. */
import { plural } from '#shared/words/format.ts';

/** Notes while the work goes on. */
export const progressWords = {
  sending: 'Sending the scene to the model.',
  generating: 'The model is generating the clip.',
  saving: 'Saving the clip.',
  found: 'Found the missing clip. Saving it.',
  keyIsBack: 'The API key is back. Getting the clip.',
  keyGoneWhileGenerating:
    'The API key was removed while the clip was generating. Add the same key again to get the clip.',
  keyGoneWhenReady: 'The clip is ready, but the API key was removed. Add the same key again to get the clip.',
  storageFull: 'The server is out of storage space. This continues as soon as there’s room.',
  retrying: ({ sentence }: { sentence: string }) => `${sentence} Trying again.`,
  retryingIn: ({ sentence, seconds }: { sentence: string; seconds: number }) =>
    `${sentence} Trying again in about ${plural(seconds, { one: '# second', other: '# seconds' })}.`,
} as const;

/** What a clip starts from and ends with. */
export const neighborWords = {
  noSceneBefore: 'No scene comes before this one, so it has its own start.',
  noSceneAfter: 'No scene comes after this one, so it has its own ending.',
  startsNext: ({ number }: { number: number }) =>
    `This scene has its own ending because scene ${number} starts where this one ends.`,
  waitingForStart: ({ number }: { number: number }) => `Waiting for scene ${number}. This scene starts where it ends.`,
  waitingForEnd: ({ number }: { number: number }) => `Waiting for scene ${number}. This scene ends where it starts.`,
  waitingForFirstFrame: ({ number }: { number: number }) =>
    `Waiting for the first frame of scene ${number}. Your browser makes it while the project is open.`,
  waitingForLastFrame: ({ number }: { number: number }) =>
    `Waiting for the last frame of scene ${number}. Your browser makes it while the project is open.`,
  notWithinADay:
    'The clip this scene continues from wasn’t ready within a day. Open the project, then generate the scene again.',
} as const;

/** The parts of a scene that is longer than one clip. */
export const extensionWords = {
  waiting: 'Waiting for the previous part of this scene.',
  previousMissing: 'The previous part of this scene wasn’t generated. Generate the scene again.',
  previousExpired: 'The model no longer keeps the previous part of this scene. Generate the scene again.',
  sceneGone: 'The scene this part belongs to was deleted.',
  tooLong: ({ model }: { model: string }) => `${model} can’t make this scene any longer, so it ends here.`,
  withoutEarlierFootage:
    'The model sent only the new part of the scene, without the footage before it. That can’t be played.',
} as const;

export const failureWords = {
  notCharged: 'You weren’t charged.',
  noKey: 'You don’t have an API key. Add one in Settings, then generate the scene again.',
  breakdownNoKey: 'You don’t have an API key. Add one in Settings and try again.',
  breakdownInterrupted: 'The scene breakdown was interrupted several times. Please try again.',
  refused: 'You weren’t charged. Change the scene’s title or description, then try again.',
  notMade: 'You weren’t charged. Try again, or change the scene’s description.',
  apiKey: 'You weren’t charged. Change the key in Settings, then try again.',
  notEntitled: 'You weren’t charged. Fix this in your Google account, or use another key.',
  modelUnreachable: 'You weren’t charged. Choose another model for this project.',
  invalid: 'You weren’t charged. Change the scene, then try again.',
  busy: ({ times }: { times: number }) =>
    `${plural(times, { one: 'We tried once.', other: 'We tried # times.' })} You weren’t charged. Try again later.`,
  charged: 'You were charged. If you generate the scene again, you’ll be charged again.',
  notFetchedYet: ({ sentence }: { sentence: string }) =>
    `The clip was generated and charged, but we couldn’t get it yet. ${sentence}`,
  keepsTrying: 'We’ll keep trying for two days. If you generate the scene again, you’ll be charged again.',
  notFetched: ({ sentence }: { sentence: string }) => `The clip was generated, but we couldn’t get it. ${sentence}`,
  unknownPlace: 'The clip was generated, but we don’t know where it is.',
  tooLarge: 'The file we received is too large to be a clip.',
  connectionLost: 'The connection broke while we were getting the clip.',
  notAVideo: ({ reason }: { reason: string }) => `The file we received isn’t a usable video. ${reason}`,
  answerLost:
    'We asked the model for this clip, but its answer was lost. You may have been charged, so we didn’t ask again.',
  noAnswer: 'The model didn’t answer.',
  server: 'Something went wrong on the server.',
  tryAgain: ({ sentence }: { sentence: string }) => `${sentence} Please try again.`,
} as const;

/** Why an export on the server has failed. */
export const exportFailureWords = {
  diskFull: 'The server has no room for this movie. Free some disk space there, then export again.',
  tookTooLong: 'This export took too long and was stopped. Choose a smaller size or a shorter part, then export again.',
  stoppedTooOften: 'The server stopped several times while writing this movie. Export again.',
  interrupted:
    'The server’s ffmpeg was stopped more than once, maybe because memory ran short. Choose a smaller size or a shorter part, then export again.',
  clipMissing: 'The server no longer has a clip of this movie. Generate or add that clip again, then export again.',
  internal: 'Something went wrong on the server while writing this movie. Export again.',
} as const;
