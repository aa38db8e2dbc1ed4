/** What every file of routes shares: how input is refused, and the headers of a changing call. */
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
 * An empty sub-app whose paths begin with `/api/`. Input that its schemas refuse becomes 422 with a sentence; an id in
 * the path that can't be anybody's becomes 404.
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

/** Middleware in the order in which it runs, typed so that what each leaves behind reaches the handler. */
export function inTurn<Steps extends MiddlewareHandler[]>(...steps: Steps): Steps {
  return steps;
}

/** `{id}` of a path. */
export const idParam = z.object({ id: idSchema });

const version = z.string().regex(/^"?\d{1,15}"?$/, routeWords.version);

/** Any name is taken, as far as it can be shown: an edit is not refused for what its browser is called. */
const deviceName = z.string().overwrite((name) =>
  name
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, limits.deviceNameLength),
);

/** Headers of a call that changes something: all may be left out. */
export const changeHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, routeWords.idempotencyKey)
    .optional(),
  'if-match': version.optional(),
  /** The browser that the change is made in: the UUIDv7 that it made for itself, and its name. */
  'storyreel-device': z.string().optional(),
  'storyreel-device-name': deviceName.optional(),
  /** The version that the edit was made on, where others have changed the row before it was sent. */
  'storyreel-made-on': version.optional(),
});

/** Headers of a call that edits no row that has a version: what makes a new one, asks a model, or starts and stops generation. */
export const onceHeaders = changeHeaders.pick({
  'idempotency-key': true,
  'storyreel-device': true,
  'storyreel-device-name': true,
});

/** Names the page of a list that follows this one (RFC 8288). */
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

/** Documents a JSON body that has to be there. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** Documents a JSON body that may be left out: all that it could say has a default. */
export function optionalBody<Schema extends z.ZodType>(schema: Schema) {
  return { ...jsonBody(schema), required: false };
}

type ErrorReplies = Partial<
  Record<'4XX' | '5XX', { description: string; content: { 'application/json': { schema: typeof errorBodySchema } } }>
>;

/** Documents what a route refuses with. Errors are thrown and mapped in one place, so replies keep one type each. */
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
