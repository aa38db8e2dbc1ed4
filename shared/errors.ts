/** The closed list of failures that the API answers with, and the error class that carries one. */

/** HTTP status of every error code. A code that is not here does not exist. */
export const errorStatus = {
  bad_json: 400,
  unauthenticated: 401,
  foreign_origin: 403,
  private: 403,
  sign_in_closed: 403,
  not_found: 404,
  version_conflict: 409,
  idempotency_mismatch: 409,
  already_generating: 409,
  scenes_exist: 409,
  needs_second_charge_consent: 409,
  quota_reached: 409,
  too_large: 413,
  address_too_long: 414,
  wrong_content_type: 415,
  range_not_satisfiable: 416,
  wrong_host: 421,
  invalid_input: 422,
  no_api_key: 422,
  api_key_rejected: 422,
  model_unreachable: 422,
  refused_by_model: 422,
  rate_limited: 429,
  spending_cap: 429,
  internal: 500,
  provider_failed: 502,
  ffmpeg_unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

export type AppErrorOptions = {
  /** What caused it; kept for logs, never sent. */
  cause?: unknown;
  /** Seconds after which the caller may try again (429 alone). */
  retryAfterSeconds?: number;
  /** The row as it stands now (409 `version_conflict` alone). */
  current?: unknown;
};

/** A failure with a code of the closed list and a sentence for the person. Thrown by services, mapped once to a reply. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.current = options.current;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Marks a case that the types rule out. Reaching it is a bug. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
