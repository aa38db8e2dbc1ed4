/** What a person reads on a scene that was not made: what went wrong, whether it cost anything, what to change. */
import type { ErrorCode } from '#shared/errors.ts';
import type { RejectedReason } from '#edge-api/providers/video-model/port.ts';

export type Failure = { code: ErrorCode; sentence: string };

const NOT_CHARGED = 'Nothing was charged.';

/** The model turned the words down, at once or after a while. */
export function refusedFailure(sentence: string): Failure {
  return failure(
    'refused_by_model',
    sentence,
    `${NOT_CHARGED} Change the scene's title or description, then try again.`,
  );
}

/** The model took the work on and ended it without a clip. */
export function unmadeFailure(sentence: string): Failure {
  return failure('provider_failed', sentence, `${NOT_CHARGED} Try again, or change the scene's description.`);
}

/** The provider did not take the request. */
export function rejectedFailure(reason: RejectedReason, sentence: string): Failure {
  switch (reason) {
    case 'refused':
      return refusedFailure(sentence);
    case 'api_key':
      return failure('api_key_rejected', sentence, `${NOT_CHARGED} Change the key in Settings, then try again.`);
    case 'not_entitled':
      return failure('provider_failed', sentence, `${NOT_CHARGED} Put that right at Google, or use another key.`);
    case 'model_unreachable':
      return failure('model_unreachable', sentence, `${NOT_CHARGED} Choose another model for this project.`);
    case 'invalid':
      return failure('provider_failed', sentence, `${NOT_CHARGED} Change the scene, then try again.`);
  }
}

/** Refusals such as "overloaded", too often in a row. */
export function busyFailure(sentence: string, asks: number): Failure {
  return failure('rate_limited', sentence, `It was asked ${asks} times. ${NOT_CHARGED} Try again later.`);
}

/** What the clip would go on from isn't there. */
export function startFailure(sentence: string): Failure {
  return unsentFailure('provider_failed', sentence);
}

/** The clip was made, and paid for, and can't be had. */
export function unsavedFailure(sentence: string): Failure {
  return failure('provider_failed', sentence, 'It was charged; generating the scene again is charged again.');
}

/** The clip was made and paid for; it is fetched as soon as that is possible. */
export function unfetchedFailure(sentence: string): Failure {
  return failure(
    'provider_failed',
    `The clip was made and charged, but could not be fetched yet. ${sentence}`,
    'It is tried again by itself for two days; generating the scene again is charged again.',
  );
}

/** It never came to asking. */
export function unsentFailure(code: ErrorCode, sentence: string): Failure {
  return failure(code, sentence, NOT_CHARGED);
}

function failure(code: ErrorCode, sentence: string, rest: string): Failure {
  return { code, sentence: `${sentence} ${rest}` };
}
