/**
 * What a failed call to the Gemini API means. The API has two forms of error body, sometimes in an array, and the client
 * library throws several classes: everything is read here by its shape alone.
 */
import { z } from 'zod';

export type UpstreamError =
  /** The key is not (or no longer) accepted. */
  | { kind: 'api_key'; sentence: string }
  /** The key is good, but what was asked needs a paid plan, credit or another country. */
  | { kind: 'not_entitled'; sentence: string }
  /** The wording was refused. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'model_gone'; sentence: string }
  /** Not done, and worth another try. */
  | { kind: 'busy'; sentence: string; retryAfterMs: number | null; isRateLimit: boolean }
  /** The request never left this machine. */
  | { kind: 'not_sent'; sentence: string }
  /** Known to be wrong of the provider: two credentials are claimed where one was sent. */
  | { kind: 'credentials_misread'; sentence: string }
  | { kind: 'missing'; sentence: string }
  | { kind: 'invalid'; sentence: string }
  /** The request may have been carried out. */
  | { kind: 'lost'; sentence: string };

const detail = z.looseObject({
  '@type': z.string().optional(),
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.looseObject({ quotaId: z.string().optional(), quotaValue: z.string().optional() })).optional(),
});
const wireError = z.looseObject({
  message: z.string().default(''),
  code: z.union([z.string(), z.number()]).optional(),
  status: z.string().optional(),
  details: z.array(detail).optional(),
});
type WireError = z.infer<typeof wireError>;
const errorBody = z.object({ error: wireError });

const thrown = z.looseObject({
  status: z.number().optional(),
  message: z.string().optional(),
  body: z.string().optional(),
  code: z.string().optional(),
  cause: z.unknown().optional(),
});

/** Codes of the system's network calls for a connection that was never made. */
const NEVER_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];
const KEY_REASONS = /^(API_KEY_|CONSUMER_SUSPENDED|CONSUMER_INVALID|SERVICE_DISABLED|ACCESS_TOKEN_TYPE_UNSUPPORTED)/;
const REFUSAL_CODES = /^(SAFETY|PROHIBITED_CONTENT|BLOCKLIST)$/;

/** Reads whatever a call of the client library threw. */
export function readUpstreamError(error: unknown): UpstreamError {
  const seen = thrown.safeParse(error);
  if (!seen.success || seen.data.status === undefined) return readNetworkError(error);
  return readHttpError(seen.data.status, seen.data.body ?? seen.data.message ?? '');
}

/** Reads a reply that isn't OK. @param text the body as it came */
export function readHttpError(status: number, text: string): UpstreamError {
  const wire = parseBody(text);
  const code = (wire?.status ?? (typeof wire?.code === 'string' ? wire.code : '')).toUpperCase();
  const message = wire?.message ?? '';
  const reasons = wire?.details?.flatMap((row) => row.reason ?? []) ?? [];
  if (/multiple authentication credentials/i.test(message)) {
    return { kind: 'credentials_misread', sentence: 'Google did not let us look at the clip just now.' };
  }
  if (/billing country/i.test(message))
    return { kind: 'not_entitled', sentence: 'Google does not serve this in the country of your billing account.' };
  if (isKeyProblem(status, code, message, reasons))
    return { kind: 'api_key', sentence: keySentence(status, message, reasons) };
  if (
    REFUSAL_CODES.test(code) ||
    (status === 400 && /blocked|prohibited/i.test(message) && /safety|policy|prohibited/i.test(message))
  ) {
    return { kind: 'refused', sentence: 'The model refused this prompt. Please word the scene differently.' };
  }
  if (status === 402)
    return {
      kind: 'not_entitled',
      sentence: 'The prepaid credit of your Google project is used up. Add credit and try again.',
    };
  if (code === 'FAILED_PRECONDITION') return preconditionError(message);
  if (status === 429) return quotaError(wire);
  if (status === 503 && code === 'UNAVAILABLE') {
    return { kind: 'busy', sentence: 'The model is overloaded.', retryAfterMs: retryDelayMs(wire), isRateLimit: false };
  }
  if (status === 404 && /model/i.test(message))
    return { kind: 'model_gone', sentence: 'Google does not serve this model to your key (any more).' };
  if (status === 404 || status === 410 || /invalid interaction name/i.test(message))
    return { kind: 'missing', sentence: 'Google does not know this clip any more.' };
  if (status >= 400 && status < 500 && status !== 408) {
    return {
      kind: 'invalid',
      sentence: message
        ? `Google did not accept the request: ${endWithStop(message)}`
        : `Google did not accept the request (${status}).`,
    };
  }
  return { kind: 'lost', sentence: `Google answered with an error (${status}).` };
}

function readNetworkError(error: unknown): UpstreamError {
  for (let cause = error, depth = 0; depth < 6; depth++) {
    const seen = thrown.safeParse(cause);
    if (!seen.success) break;
    if (seen.data.code !== undefined && NEVER_CONNECTED.includes(seen.data.code)) {
      return { kind: 'not_sent', sentence: 'Google could not be reached. Check the network connection.' };
    }
    cause = seen.data.cause;
  }
  return { kind: 'lost', sentence: 'The connection to Google broke off.' };
}

function parseBody(text: string): WireError | null {
  try {
    const json: unknown = JSON.parse(text);
    const parsed = errorBody.safeParse(Array.isArray(json) ? json[0] : json);
    return parsed.success ? parsed.data.error : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isKeyProblem(status: number, code: string, message: string, reasons: readonly string[]): boolean {
  if (reasons.some((reason) => KEY_REASONS.test(reason))) return true;
  if (/^API key/i.test(message) || /reported as leaked/i.test(message)) return true;
  const isFile = /\bFile\b/.test(message);
  return status === 401 || (status === 403 && code === 'PERMISSION_DENIED' && !isFile);
}

function keySentence(status: number, message: string, reasons: readonly string[]): string {
  if (/expired/i.test(message)) return 'This API key has expired. Make a new one in Google AI Studio.';
  if (/leaked/i.test(message))
    return 'Google has blocked this API key because it was found in public. Make a new one in Google AI Studio.';
  if (reasons.includes('SERVICE_DISABLED'))
    return 'The Gemini API is switched off in the Google project of this API key.';
  if (reasons.some((reason) => reason.endsWith('_BLOCKED')))
    return 'This API key is restricted and may not be used for this. Check its restrictions in Google AI Studio.';
  if (reasons.includes('CONSUMER_SUSPENDED')) return 'Google has suspended the project of this API key.';
  if (status === 401) return 'Google no longer takes keys of this kind. Make a new one in Google AI Studio.';
  if (/^API key/i.test(message)) return 'Google does not accept this API key. Please check that it is complete.';
  return 'Google does not give this API key permission for this.';
}

function preconditionError(message: string): UpstreamError {
  if (/location/i.test(message))
    return {
      kind: 'not_entitled',
      sentence: 'Google does not serve this in your country, or asks for billing to be set up first.',
    };
  if (/ACTIVE/.test(message))
    return { kind: 'busy', sentence: 'Google is still preparing the file.', retryAfterMs: null, isRateLimit: false };
  return { kind: 'invalid', sentence: `Google did not accept the request: ${endWithStop(message)}` };
}

function quotaError(wire: WireError | null): UpstreamError {
  const violations = wire?.details?.flatMap((row) => row.violations ?? []) ?? [];
  if (violations.some((row) => row.quotaId?.endsWith('-FreeTier') || row.quotaValue === '0')) {
    return {
      kind: 'not_entitled',
      sentence: 'This needs a paid plan: the free tier of your Google project allows no more of it.',
    };
  }
  return {
    kind: 'busy',
    sentence: 'Google asks us to slow down.',
    retryAfterMs: retryDelayMs(wire),
    isRateLimit: true,
  };
}

/** google.rpc.RetryInfo: a duration such as "34s" or "1.5s". */
function retryDelayMs(wire: WireError | null): number | null {
  const delay = wire?.details?.find((row) => row.retryDelay !== undefined)?.retryDelay;
  const seconds = delay === undefined ? NaN : Number(/^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1]);
  return Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : null;
}

function endWithStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
