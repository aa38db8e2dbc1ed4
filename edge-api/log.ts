/** One JSON line per event, with everything taken out that could open an account. */

export type LogFields = Record<string, unknown>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Names of fields and headers whose values open something. `state` and `code` are words of our own logs, too. */
const secretNames =
  /^(cookie|set-cookie|(proxy-)?authorization|x-goog-api-key|(gemini_?)?api_?key|password|((access|id|refresh|session|auth)_?)?token|(client_?)?secret|code_?verifier|nonce)$/i;

/**
 * Shapes of secrets, wherever in a text they stand: the provider's API keys, what follows the name of a scheme in an
 * Authorization header, JSON Web Tokens, GitHub's and Google's access tokens, our own cookies, and values of an address's
 * query that open something.
 *
 * Anybody can choose the text, so each shape takes time in proportion to its length: no match begins inside a run of
 * characters that an earlier try has read to its end.
 */
const secretShapes: readonly [RegExp, string][] = [
  [/AIza[0-9A-Za-z_-]{20,}|\bAQ\.[0-9A-Za-z_-]{16,}/g, '[key]'],
  [/\b(Bearer|Basic) +[\w.~+/-]{8,}=*/gi, '$1 [secret]'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(\.[\w-]*)?|\bgh[opsur]_\w{16,}|\bgithub_pat_\w{16,}|\bya29\.[\w-]{8,}/g, '[token]'],
  [/\b((?:__Host-)?(?:sid|sign-in)=)[^;,\s"\\]+/g, '$1[secret]'],
  [/([?&](?:code|state|key|(?:access_|id_)?token|code_verifier|nonce|client_secret)=)[^&#\s"\\]+/g, '$1[secret]'],
];

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

/** Characters of a request's address that are logged. */
const LOGGED_ADDRESS_LENGTH = 512;

/** An address as it is logged: whoever sends it chooses its length. */
export function loggedAddress(address: string): string {
  return address.length > LOGGED_ADDRESS_LENGTH ? `${address.slice(0, LOGGED_ADDRESS_LENGTH)}…` : address;
}

/** A text without anything that looks like a secret. */
export function redact(text: string): string {
  return secretShapes.reduce((kept, [shape, instead]) => kept.replace(shape, instead), text);
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
