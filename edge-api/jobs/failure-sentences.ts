/** What a person reads on a failed scene: what went wrong, whether it cost anything, and what to do. */
import type { ErrorCode } from '#shared/errors.ts';
import type { RejectedReason } from '#edge-api/providers/video-model/port.ts';
import { failureWords as words } from './words.ts';

export type Failure = { code: ErrorCode; sentence: string };

/** The model refused the prompt, right away or later. */
export function refusedFailure(sentence: string): Failure {
  return failure('refused_by_model', sentence, words.refused);
}

/** The model accepted the work and ended it without a clip. */
export function unmadeFailure(sentence: string): Failure {
  return failure('provider_failed', sentence, words.notMade);
}

/** The provider rejected the request. */
export function rejectedFailure(reason: RejectedReason, sentence: string): Failure {
  switch (reason) {
    case 'refused':
      return refusedFailure(sentence);
    case 'api_key':
      return failure('api_key_rejected', sentence, words.apiKey);
    case 'not_entitled':
      return failure('provider_failed', sentence, words.notEntitled);
    case 'model_unreachable':
      return failure('model_unreachable', sentence, words.modelUnreachable);
    case 'invalid':
      return failure('provider_failed', sentence, words.invalid);
  }
}

/** Answers such as "overloaded", too often in a row. */
export function busyFailure(sentence: string, asks: number): Failure {
  return failure('rate_limited', sentence, words.busy({ times: asks }));
}

/** The clip has nothing to continue from. */
export function startFailure(sentence: string): Failure {
  return unsentFailure('provider_failed', sentence);
}

/** The clip was generated and charged, and we can't get it. */
export function unsavedFailure(sentence: string): Failure {
  return failure('provider_failed', sentence, words.charged);
}

/** The clip was generated and charged; we keep trying to get it. */
export function unfetchedFailure(sentence: string): Failure {
  return failure('provider_failed', words.notFetchedYet({ sentence }), words.keepsTrying);
}

/** The model was never asked. */
export function unsentFailure(code: ErrorCode, sentence: string): Failure {
  return failure(code, sentence, words.notCharged);
}

function failure(code: ErrorCode, sentence: string, rest: string): Failure {
  return { code, sentence: `${sentence} ${rest}` };
}
