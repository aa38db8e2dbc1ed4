/** The ways in which a call fails: the server said no, nobody answered, or it was not made at all. */
import { errorBodySchema, type ErrorBody } from '#shared/api/error.ts';
import { callWords } from './words.ts';

/** A reply that is not OK. `message` is the status, a colon and the body's text; `sentence` is what the person reads. */
export class ApiError extends Error {
  readonly status: number;
  /** Null when the body is not one of ours: a proxy in between has answered. */
  readonly body: ErrorBody | null;
  /** Seconds that the server asked to wait (429). */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, text: string, retryAfterSeconds: number | null = null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parseBody(text);
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the server itself lacks it. A proxy says 404 as well, while the server behind it starts. */
  get isNotFound(): boolean {
    return this.status === 404 && this.body?.code === 'not_found';
  }

  /** Null when the body is not one of ours: whoever shows the error has a sentence for that. */
  get sentence(): string | null {
    return this.body?.message ?? null;
  }
}

/** No reply came: the network is down or the server isn't running. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super(callWords.unreachable, cause === undefined ? undefined : { cause });
    this.name = 'OfflineError';
  }
}

/** A call that builds on an edit was not made, because the server does not have the edit. */
export class UnsavedError extends Error {
  /** It may well have it in a moment; else the person has to choose something first. */
  readonly canRetry: boolean;

  constructor(sentence: string, canRetry: boolean) {
    super(sentence);
    this.name = 'UnsavedError';
    this.canRetry = canRetry;
  }
}

/** Reads a reply that is not OK. */
export async function apiErrorOf(reply: Response): Promise<ApiError> {
  const text = await reply.text();
  const seconds = Number(reply.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(reply.status, text === '' ? reply.statusText : text, Number.isFinite(seconds) ? seconds : null);
}

function parseBody(text: string): ErrorBody | null {
  try {
    const parsed = errorBodySchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
