/** Models that never say the key they were asked with, whatever upstream says. */
import { AppError } from '#shared/errors.ts';

const INSTEAD = '[key]';
/** What is shorter is nobody's key, and may stand in any text. */
const SHORTEST_KEY = 8;

/**
 * The same model, with its key taken out of every sentence and every error that comes from it: some providers, and
 * gateways before them, name the key in what they refuse with. What has no key in it stays as it is, to the object.
 */
export function withoutKey<Model extends object>(model: Model, apiKey: string): Model {
  if (apiKey.length < SHORTEST_KEY) return model;
  return new Proxy(model, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== 'function') return part;
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(part, target, given);
        return answer instanceof Promise ? withoutKeyIn(answer, apiKey) : answer;
      };
    },
  });
}

async function withoutKeyIn(answer: Promise<unknown>, apiKey: string): Promise<unknown> {
  try {
    return cleanAnswer(await answer, apiKey);
  } catch (error) {
    throw cleanError(error, apiKey);
  }
}

/** Answers are texts, errors, lists and plain records of these; a stream is what was asked for and is left alone. */
function cleanAnswer(value: unknown, apiKey: string): unknown {
  if (typeof value === 'string') return value.replaceAll(apiKey, INSTEAD);
  if (value instanceof Error) return cleanError(value, apiKey);
  if (Array.isArray(value)) return value.map((entry) => cleanAnswer(entry, apiKey));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cleanAnswer(part, apiKey)]));
}

function cleanError(error: unknown, apiKey: string): unknown {
  if (!(error instanceof Error) || !saysKey(error, apiKey)) return error;
  const message = error.message.replaceAll(apiKey, INSTEAD);
  const cause = cleanError(error.cause, apiKey);
  const clean =
    error instanceof AppError
      ? new AppError(error.code, message, { cause, ...waitOf(error), current: error.current })
      : Object.assign(new Error(message, { cause }), { name: error.name });
  clean.stack = error.stack?.replaceAll(apiKey, INSTEAD) ?? message;
  return clean;
}

function waitOf({ retryAfterSeconds }: AppError): { retryAfterSeconds?: number } {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}

function saysKey(error: Error, apiKey: string): boolean {
  return (
    [error.message, error.stack ?? ''].some((text) => text.includes(apiKey)) ||
    (error.cause instanceof Error && saysKey(error.cause, apiKey))
  );
}
