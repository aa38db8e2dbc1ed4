/**
 * What a failed call to the Gemini API means. The API has two forms of error body, sometimes in an array, and the client
 * library throws several classes, so everything is read here by its shape alone.
 */
import { z } from 'zod';
import { googleWords as words } from './words.ts';

export type UpstreamError =
  /** The key is not (or no longer) accepted. */
  | { kind: 'api_key'; sentence: string }
  /** The key is good, but the request needs a paid plan, credit, or another country. */
  | { kind: 'not_entitled'; sentence: string }
  /** The prompt was refused. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'model_gone'; sentence: string }
  /** Not done, and worth another try. */
  | { kind: 'busy'; sentence: string; retryAfterMs: number | null; isRateLimit: boolean }
  /** The request never left this machine. */
  | { kind: 'not_sent'; sentence: string }
  /** A known bug of the provider: it sees two credentials where one was sent. */
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
    return { kind: 'credentials_misread', sentence: words.misreadKey };
  }
  if (/billing country/i.test(message)) return { kind: 'not_entitled', sentence: words.billingCountry };
  if (isKeyProblem(status, code, message, reasons))
    return { kind: 'api_key', sentence: keySentence(status, message, reasons) };
  if (
    REFUSAL_CODES.test(code) ||
    (status === 400 && /blocked|prohibited/i.test(message) && /safety|policy|prohibited/i.test(message))
  ) {
    return { kind: 'refused', sentence: words.refused };
  }
  if (status === 402)
    return {
      kind: 'not_entitled',
      sentence: words.noCredit,
    };
  if (code === 'FAILED_PRECONDITION') return preconditionError(message);
  if (status === 429) return quotaError(wire);
  if (status === 503 && code === 'UNAVAILABLE') {
    return { kind: 'busy', sentence: words.overloaded, retryAfterMs: retryDelayMs(wire), isRateLimit: false };
  }
  if (status === 404 && /model/i.test(message)) return { kind: 'model_gone', sentence: words.modelGone };
  if (status === 404 || status === 410 || /invalid interaction name/i.test(message))
    return { kind: 'missing', sentence: words.clipGone };
  if (status >= 400 && status < 500 && status !== 408) {
    return {
      kind: 'invalid',
      sentence: message ? words.rejected({ reason: endWithStop(message) }) : words.rejectedWithStatus({ status }),
    };
  }
  return { kind: 'lost', sentence: words.failed({ status }) };
}

function readNetworkError(error: unknown): UpstreamError {
  for (let cause = error, depth = 0; depth < 6; depth++) {
    const seen = thrown.safeParse(cause);
    if (!seen.success) break;
    if (seen.data.code !== undefined && NEVER_CONNECTED.includes(seen.data.code)) {
      return { kind: 'not_sent', sentence: words.unreachable };
    }
    cause = seen.data.cause;
  }
  return { kind: 'lost', sentence: words.connectionLost };
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
  if (/expired/i.test(message)) return words.key.expired;
  if (/leaked/i.test(message)) return words.key.leaked;
  if (reasons.includes('SERVICE_DISABLED')) return words.key.serviceOff;
  if (reasons.some((reason) => reason.endsWith('_BLOCKED'))) return words.key.restricted;
  if (reasons.includes('CONSUMER_SUSPENDED')) return words.key.suspended;
  if (status === 401) return words.key.oldKind;
  if (/^API key/i.test(message)) return words.key.notAccepted;
  return words.key.noPermission;
}

function preconditionError(message: string): UpstreamError {
  if (/location/i.test(message))
    return {
      kind: 'not_entitled',
      sentence: words.country,
    };
  if (/ACTIVE/.test(message))
    return { kind: 'busy', sentence: words.preparing, retryAfterMs: null, isRateLimit: false };
  return { kind: 'invalid', sentence: words.rejected({ reason: endWithStop(message) }) };
}

function quotaError(wire: WireError | null): UpstreamError {
  const violations = wire?.details?.flatMap((row) => row.violations ?? []) ?? [];
  if (violations.some((row) => row.quotaId?.endsWith('-FreeTier') || row.quotaValue === '0')) {
    return {
      kind: 'not_entitled',
      sentence: words.freeTier,
    };
  }
  return {
    kind: 'busy',
    sentence: words.slowDown,
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
