/** The provider's client library, set up alike for text and video. */
import { GoogleGenAI } from '@google/genai';
import { AppError } from '#shared/errors.ts';
import { readUpstreamError, type UpstreamError } from './upstream-error.ts';
import { googleWords } from './words.ts';

export const GOOGLE_BASE_URL = 'https://generativelanguage.googleapis.com';
/** Every published example speaks this version; the library's own default changes between releases. */
export const API_VERSION = 'v1beta';

export type GeminiAccess = {
  apiKey: string;
  /** Without a slash at the end; null is Google's own. */
  baseUrl: string | null;
};

/** A client that speaks with one key. The library looks for keys in the environment unless it is given one. */
export function createGeminiClient(access: GeminiAccess): GoogleGenAI {
  return new GoogleGenAI({
    apiKey: access.apiKey,
    apiVersion: API_VERSION,
    httpOptions: { baseUrl: access.baseUrl ?? GOOGLE_BASE_URL },
  });
}

/** What a failed call is to the person who asked. */
export function appErrorFrom(error: unknown): AppError {
  return appErrorOf(readUpstreamError(error), error);
}

export function appErrorOf(upstream: UpstreamError, cause: unknown): AppError {
  switch (upstream.kind) {
    case 'api_key':
      return new AppError('api_key_rejected', upstream.sentence, { cause });
    case 'refused':
      return new AppError('refused_by_model', upstream.sentence, { cause });
    case 'model_gone':
      return new AppError('model_unreachable', upstream.sentence, { cause });
    case 'busy': {
      const wait = upstream.retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(upstream.retryAfterMs / 1000) };
      return new AppError('rate_limited', googleWords.tryLater(upstream), { cause, ...wait });
    }
    case 'lost':
    case 'not_sent':
    case 'not_entitled':
    case 'credentials_misread':
    case 'missing':
    case 'invalid':
      return new AppError('provider_failed', upstream.sentence, { cause });
  }
}
