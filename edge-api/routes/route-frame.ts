/** What all routes share: input validation, and the headers of a changing call. */
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { errorBodySchema } from '#shared/api/error.ts';
import { idSchema } from '#shared/entities/id.ts';
import { AppError, errorStatus, type ErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { AppEnv } from '#edge-api/middleware/app-env.ts';
import { inputSentence } from '#edge-api/middleware/input-sentence.ts';
import { routeWords } from './words.ts';

/**
 * An empty sub-app for paths under `/api/`. Invalid input becomes 422 with a sentence; an impossible id in the path
 * becomes 404.
 */
export function createRoutes(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      if (result.target === 'param') throw new AppError('not_found', routeWords.notFound);
      throw new AppError('invalid_input', inputSentence(result.error.issues), { cause: result.error });
    },
  });
}

/** Middleware in running order, typed so that the variables of each one reach the handler. */
export function inTurn<Steps extends MiddlewareHandler[]>(...steps: Steps): Steps {
  return steps;
}

/** `{id}` of a path. */
export const idParam = z.object({ id: idSchema });

const version = z.string().regex(/^"?\d{1,15}"?$/, routeWords.version);

/** Any name is accepted, reduced to what can be shown: no edit fails because of its browser's name. */
const deviceName = z.string().overwrite((name) =>
  name
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, limits.deviceNameLength),
);

/** Headers of a call that changes something; all are optional. */
export const changeHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, routeWords.idempotencyKey)
    .optional(),
  'if-match': version.optional(),
  /** The browser that made the change: a UUIDv7 it made for itself, and its name. */
  'storyreel-device': z.string().optional(),
  'storyreel-device-name': deviceName.optional(),
  /** The version that the edit was made on, if others have changed the row since. */
  'storyreel-made-on': version.optional(),
});

/** Headers of a call that edits no versioned row: it creates one, calls a model, or starts or stops generation. */
export const onceHeaders = changeHeaders.pick({
  'idempotency-key': true,
  'storyreel-device': true,
  'storyreel-device-name': true,
});

/** Links to the next page of a list (RFC 8288). */
export function linkNext(c: Context, query: Record<string, string>): void {
  c.header('Link', `<${c.req.path}?${new URLSearchParams(query).toString()}>; rel="next"`);
}

/** Documents a reply with a JSON body. */
export function jsonReply<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** Documents a reply without a JSON body. */
export function emptyReply(description: string) {
  return { description };
}

/** Documents a reply whose body is a file of one of these types. */
export function fileReply(description: string, ...contentTypes: string[]) {
  const file = { schema: z.string().openapi({ format: 'binary' }) };
  return { description, content: Object.fromEntries(contentTypes.map((type) => [type, file])) };
}

/** Documents a required JSON body. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** Documents an optional JSON body, in which everything has a default. */
export function optionalBody<Schema extends z.ZodType>(schema: Schema) {
  return { ...jsonBody(schema), required: false };
}

type ErrorReplies = Partial<
  Record<'4XX' | '5XX', { description: string; content: { 'application/json': { schema: typeof errorBodySchema } } }>
>;

/** Documents a route's error replies. Errors are thrown and mapped in one place, so replies keep one type each. */
export function refuses(...codes: ErrorCode[]): ErrorReplies {
  const describe = (kept: ErrorCode[]) =>
    jsonReply(errorBodySchema, kept.map((code) => `${errorStatus[code]} ${code}`).join(', '));
  const client = codes.filter((code) => errorStatus[code] < 500);
  const server = codes.filter((code) => errorStatus[code] >= 500);
  return {
    ...(client.length === 0 ? {} : { '4XX': describe(client) }),
    ...(server.length === 0 ? {} : { '5XX': describe(server) }),
  };
}
