/** What a failed call means for a clip. Only requests that surely didn't start may be sent again. */
import { readUpstreamError } from '../gemini/upstream-error.ts';
import type { PollOutcome, SubmitOutcome } from './port.ts';
import { googleWords } from '../gemini/words.ts';

export function submitFailure(error: unknown): SubmitOutcome {
  const upstream = readUpstreamError(error);
  switch (upstream.kind) {
    case 'busy':
      return { kind: 'busy', sentence: upstream.sentence, retryAfterMs: upstream.retryAfterMs };
    case 'not_sent':
      return { kind: 'busy', sentence: upstream.sentence, retryAfterMs: null };
    case 'api_key':
      return { kind: 'rejected', reason: 'api_key', sentence: upstream.sentence };
    case 'refused':
      return { kind: 'rejected', reason: 'refused', sentence: upstream.sentence };
    case 'model_gone':
      return { kind: 'rejected', reason: 'model_unreachable', sentence: upstream.sentence };
    case 'not_entitled':
      return { kind: 'rejected', reason: 'not_entitled', sentence: upstream.sentence };
    case 'credentials_misread':
      return {
        kind: 'rejected',
        reason: 'not_entitled',
        sentence: googleWords.misreadKeyForGood,
      };
    case 'missing':
    case 'invalid':
      return { kind: 'rejected', reason: 'invalid', sentence: upstream.sentence };
    case 'lost':
      return { kind: 'answer_lost', cause: error };
  }
}

/** @throws what it was given when `signal` has fired: then nobody waits for the answer */
export function pollFailure(error: unknown, signal: AbortSignal): PollOutcome {
  if (signal.aborted) throw error;
  const upstream = readUpstreamError(error);
  if (upstream.kind === 'missing') return { kind: 'gone' };
  if (upstream.kind === 'api_key') return { kind: 'key_rejected', sentence: upstream.sentence };
  return {
    kind: 'unclear',
    sentence: upstream.sentence,
    retryAfterMs: upstream.kind === 'busy' ? upstream.retryAfterMs : null,
    isRefused: upstream.kind === 'credentials_misread',
  };
}
