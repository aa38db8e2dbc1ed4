/** The API's calls as its own OpenAPI document tells them: what the battery is driven by. */
import { z } from 'zod';
import { errorStatus, type ErrorCode } from '#shared/errors.ts';
import type { TestApi } from '../harness.ts';

export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

export type Operation = {
  /** Such as `PATCH /api/scenes/{id}`. */
  name: string;
  method: string;
  path: string;
  pathParameters: string[];
  headerParameters: string[];
  queryParameters: string[];
  /** By the name of the parameter. */
  querySchemas: ReadonlyMap<string, JsonSchema>;
  body: { contentType: string; schema: JsonSchema; isRequired: boolean } | null;
  /** What JSON replies look like, by status. A field that is not in it is refused. */
  replySchemas: ReadonlyMap<number, z.ZodType>;
  /** The types of replies, by status; a reply without a body has none. */
  replyTypes: ReadonlyMap<number, readonly string[]>;
  statuses: ReadonlySet<number>;
  /** Whether a browser is sent to it, so that it may refuse by a page. */
  hasPages: boolean;
  /** What the document says that it refuses with. */
  codes: ReadonlySet<string>;
};

const content = z.record(z.string(), z.object({ schema: z.custom<JsonSchema>((value) => typeof value === 'object') }));
const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  schema: z.custom<JsonSchema>((value) => typeof value === 'object'),
});
const operationSchema = z.object({
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: content.optional() })),
});
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });

/** What any call may be refused with before it is looked at, so that no call has to say so. */
const ANYWHERE: ReadonlySet<ErrorCode> = new Set([
  'address_too_long',
  'bad_json',
  'wrong_content_type',
  'too_large',
  'wrong_host',
]);

/** Every call that the API documents. */
export async function documentedOperations(api: Pick<TestApi, 'fetch'>): Promise<Operation[]> {
  const { paths } = documentSchema.parse(await (await api.fetch('/api/openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(method.toUpperCase(), path, operation)),
  );
}

/** Whether an operation's document speaks of a refusal. */
export function documents(operation: Operation, code: ErrorCode): boolean {
  return ANYWHERE.has(code) || operation.codes.has(`${errorStatus[code]} ${code}`);
}

export function isChange(operation: Pick<Operation, 'method'>): boolean {
  return operation.method !== 'GET';
}

function readOperation(method: string, path: string, operation: z.output<typeof operationSchema>): Operation {
  const named = (place: string): string[] =>
    operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const replies = Object.entries(operation.responses);
  return {
    name: `${method} ${path}`,
    method,
    path,
    pathParameters: named('path'),
    headerParameters: named('header'),
    queryParameters: named('query'),
    querySchemas: new Map(
      operation.parameters.flatMap(({ name, in: place, schema }) =>
        place === 'query' ? [[name, schema] as const] : [],
      ),
    ),
    body:
      body === undefined
        ? null
        : {
            contentType: body[0],
            schema: body[1].schema,
            isRequired: operation.requestBody?.required === true,
          },
    replySchemas: new Map(
      replies.flatMap(([status, reply]) => {
        const schema = reply.content?.['application/json']?.schema;
        return schema === undefined || status.endsWith('XX')
          ? []
          : [[Number(status), z.fromJSONSchema(closed(schema) as z.core.JSONSchema.JSONSchema)]];
      }),
    ),
    replyTypes: new Map(replies.map(([status, reply]) => [Number(status), Object.keys(reply.content ?? {})])),
    hasPages: replies.some(([, reply]) => reply.content?.['text/html'] !== undefined),
    statuses: new Set(replies.map(([status]) => Number(status))),
    codes: new Set(
      replies.flatMap(([status, { description }]) => (status.endsWith('XX') ? description.split(', ') : [])),
    ),
  };
}

/** The same schema, all of whose objects have the fields that it names and no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return 'properties' in schema ? { additionalProperties: false, ...parts } : parts;
}
