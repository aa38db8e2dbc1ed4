/** One JSON line per event, with everything taken out that could open an account. */

export type LogFields = Record<string, unknown>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const secretNames = /^(cookie|set-cookie|authorization|x-goog-api-key|api_?key|password|token|secret)$/i;
/** Shapes of the provider's API keys, wherever in a text they stand. */
const secretShapes = /AIza[0-9A-Za-z_-]{20,}|\bAQ\.[0-9A-Za-z_-]{16,}/g;

/** @param write takes one finished line, without its line break */
export function createLog(write: (line: string) => void, now: () => number): Log {
  const line = (level: string, event: string, fields: LogFields = {}): void =>
    write(redact(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields }, replacer)));
  return {
    info: (event, fields) => line('info', event, fields),
    warn: (event, fields) => line('warn', event, fields),
    error: (event, fields) => line('error', event, fields),
  };
}

/** A text without anything that looks like an API key. */
export function redact(text: string): string {
  return text.replace(secretShapes, '[key]');
}

function replacer(name: string, value: unknown): unknown {
  if (secretNames.test(name)) return '[redacted]';
  if (value instanceof Error) return errorFields(value);
  return value;
}

function errorFields(error: Error): LogFields {
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}
