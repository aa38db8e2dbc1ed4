/** Requests that nobody would send: valid ones with parts put wrong, and noise. Only the sender's own session is used. */
import fc from 'fast-check';
import { CANARY_KEY } from './canary.ts';
import { sampleOf } from './field-cases.ts';
import type { JsonSchema, Operation } from './operations.ts';
import { newId, type Owner } from './people.ts';
import type { ValidRequest } from './requests.ts';
import type { Sent } from './send.ts';

/** Strings that have broken something somewhere. */
const oddTexts = [
  '',
  ' ',
  '\0',
  '\r\nSet-Cookie: sid=evil',
  '\ud800',
  '\u202eevil',
  '\ufeff',
  'é'.normalize('NFD'),
  "' or 1=1 --",
  '%',
  '%s%n',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '${7*7}',
  '__proto__',
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(10_000),
];
const oddNumbers = [0, -0, -1, 0.1 + 0.2, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 53), 2 ** 31, 2 ** 32];
const oddIds = [
  '1',
  'null',
  '%00',
  '%zz',
  '%c0%ae',
  '..',
  '.',
  '%2e%2e%2f',
  '%F0%9F%98%80',
  ';id=1',
  'a'.repeat(2_000),
];

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...oddTexts));
const anything = fc.oneof(
  text,
  fc.constantFrom(...oddNumbers),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
);
/** What an HTTP header can carry at all. */
const headerText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0x20, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
});
/** Mostly as it should be. */
const mostly = <Value>(usual: Value, ...others: fc.Arbitrary<Value>[]): fc.Arbitrary<Value> =>
  usually(8, usual, ...others);

/** `odds` times as often as it should be as one of the others. */
function usually<Value>(odds: number, usual: Value, ...others: fc.Arbitrary<Value>[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: odds * others.length, arbitrary: fc.constant(usual) },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

/**
 * @param other somebody whose ids are tried
 */
export function randomRequest(
  operation: Operation,
  valid: ValidRequest,
  sender: Owner,
  other: Owner,
): fc.Arbitrary<Sent> {
  const changed: fc.Arbitrary<Sent> = fc.record({
    params: fc.record(
      Object.fromEntries(
        operation.pathParameters.map((name) => [name, pathPart(valid.params?.[name] ?? '', sender, other)]),
      ),
    ),
    // Most addresses are short enough to be looked at.
    query: fc.dictionary(
      fc.constantFrom(...operation.queryParameters, 'id', 'x'),
      fc.oneof({ weight: 9, arbitrary: wellFormed(text, 100) }, { weight: 1, arbitrary: wellFormed(text) }),
      { maxKeys: 2 },
    ),
    headers: randomHeaders(operation),
    cookie: mostly<string | null>(sender.user.cookie, fc.constantFrom(null, 'sid=nobody', 'sid', ';;;=')),
    origin: mostly<string | null | undefined>(undefined, fc.constantFrom(null, 'null', 'https://evil.test')),
    contentType: mostly(
      operation.body?.contentType ?? '',
      fc.constantFrom('text/plain', 'application/json;charset=utf-16', 'multipart/form-data', ''),
    ),
    body: operation.method === 'GET' ? fc.constant(null) : randomBody(operation, valid),
  });
  // The valid request itself is among them, whatever odd fields a call may have.
  return fc.oneof(
    { weight: 9, arbitrary: changed },
    { weight: 1, arbitrary: fc.constant({ cookie: sender.user.cookie }) },
  );
}

function pathPart(own: string, sender: Owner, other: Owner): fc.Arbitrary<string> {
  const ids = [sender, other].flatMap(({ projectId, sceneId, deletedSceneId, emptyProjectId, clip }) => [
    projectId,
    sceneId,
    deletedSceneId,
    emptyProjectId,
    clip.sha256,
  ]);
  return mostly(
    own,
    fc.constantFrom(...ids, newId()),
    fc.constantFrom(...oddIds),
    wellFormed(text).map(encodeURIComponent),
  );
}

/** An address is made of whole characters. */
function wellFormed(texts: fc.Arbitrary<string>, length = 2_000): fc.Arbitrary<string> {
  return texts.map((value) => value.slice(0, length).replace(/\p{Surrogate}/gu, '\ufffd'));
}

function randomHeaders(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 4 });
  const isChange = operation.headerParameters.includes('idempotency-key');
  return fc
    .record({
      'Idempotency-Key': optional(isChange ? fc.oneof(fc.constantFrom('one', 'two'), headerText) : headerText),
      'If-Match': optional(fc.oneof(fc.nat(4).map(String), headerText)),
      'Storyreel-Device': optional(fc.oneof(fc.constant(newId()), headerText)),
      'Storyreel-Device-Name': optional(headerText),
      'Storyreel-Made-On': optional(fc.oneof(fc.nat(4).map(String), headerText)),
      'If-None-Match': optional(fc.oneof(fc.constant('*'), headerText)),
      Range: optional(
        fc.oneof(
          fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
          headerText,
        ),
      ),
      Accept: optional(fc.oneof(fc.constantFrom('text/html', '*/*', 'application/json'), headerText)),
      'X-Forwarded-For': optional(headerText),
      'Accept-Language': optional(headerText),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );
}

function randomBody(
  operation: Operation,
  valid: ValidRequest,
): fc.Arbitrary<Sent['body'] & (string | Uint8Array | null)> {
  const bytes = fc.uint8Array({ maxLength: 64 }).map((value) => Uint8Array.from(value));
  if (valid.fields === undefined || operation.body === null)
    return fc.oneof(
      fc.constant(null),
      fc.constant('{}'),
      bytes,
      ...(valid.bytes === undefined ? [] : [{ weight: 6, arbitrary: fc.constant(valid.bytes) }]),
    );
  const encode = operation.body.contentType === 'application/json' ? JSON.stringify : asForm;
  const whole = objectLike(operation.body.schema, valid.fields).map((fields) => encode(fields));
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(whole, fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1))) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        text.map((value) => JSON.stringify(value)),
        bytes,
        fc.constant(null),
      ),
    },
  );
}

function asForm(fields: Record<string, unknown>): string {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value)])).toString();
}

/** As JSON where it is no text: a mutated object may carry a `toString` of its own that is no function. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** An object like the valid one, with some fields left out, put wrong or added. */
function objectLike(schema: JsonSchema, valid: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const fields = properties.map(([name, part]) => {
    const usual = valueLike(part, name in valid ? valid[name] : sampleOf(part), properties.length);
    return [name, name === 'apiKey' ? fc.oneof(usual, fc.constant(CANARY_KEY), fc.constant(`${CANARY_KEY}\n`)) : usual];
  });
  const known: fc.Arbitrary<Record<string, unknown>> = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const added = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(text, anything, { maxKeys: 2 }) },
  );
  return fc.tuple(fc.constant(valid), known, added, fc.nat(3)).map(([all, changed, more, which]) => ({
    ...(which === 0 ? {} : all),
    ...changed,
    ...more,
  }));
}

/** @param among how many fields it is one of: where there are many, each is odd less often, or hardly a request would be accepted */
function valueLike(schema: JsonSchema, valid: unknown, among = 1): fc.Arbitrary<unknown> {
  return usually<unknown>(Math.max(8, 2 * among), valid ?? null, anything, fitting(schema, valid));
}

/** What has the right type and may be anything within it. */
function fitting(schema: JsonSchema, valid: unknown): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  if (types.includes('object') && typeof valid === 'object' && valid !== null)
    return objectLike(schema, valid as Record<string, unknown>);
  if (types.includes('array') && Array.isArray(valid))
    return fc.array(valueLike(schema.items ?? {}, valid[0]), { maxLength: 6 });
  if (types.includes('integer')) return fc.integer();
  if (types.includes('number')) return fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(...oddNumbers));
  return text;
}
