import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createRpc } from '#api/rpc.ts';
import { createApp } from '#edge-api/app.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { lighthouse } from './new-project.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const content = z.record(z.string(), z.object({ schema: z.looseObject({}) }));
const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: content.optional() })),
});
type Operation = z.infer<typeof operation>;
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), operation)),
});

/** Pages that a browser is sent to, and what operators' programs read; everything else is a call. */
const NO_CALLS = /^(GET|POST|PUT) \/api\/(login|logout|oauth|metrics$|export-service)/;

async function operations(): Promise<Map<string, Operation>> {
  const document = documentSchema.parse(await (await api.fetch('/api/openapi.json')).json());
  return new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const found = item[method];
        return found === undefined ? [] : [[`${method.toUpperCase()} ${path}`, found] as const];
      }),
    ),
  );
}

/** What the app really answers, in the document's words. */
function registered(): string[] {
  const routes = createApp(api.deps)
    .routes.filter(({ method, path }) => method !== 'ALL' && path !== '/api/openapi.json')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`);
  return Array.from(new Set(routes)).toSorted();
}

test('the document names every call that the app answers, and no other', async () => {
  const documented = Array.from((await operations()).keys()).toSorted();
  expect(documented.filter((name) => !NO_CALLS.test(name))).toEqual(
    registered().filter((name) => !NO_CALLS.test(name)),
  );
});

test('the document is written once, and not sent again to who has it', async () => {
  const app = createApp(api.deps);
  let timesWritten = 0;
  const write = app.getOpenAPI31Document.bind(app);
  app.getOpenAPI31Document = (...given) => {
    timesWritten++;
    return write(...given);
  };
  const ask = async (headers: Record<string, string> = {}) =>
    app.fetch(new Request(`${api.config.publicUrl}/api/openapi.json`, { headers }));
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(await first.json()).toEqual(await second.json());
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  const kept = await ask({ 'If-None-Match': first.headers.get('etag') ?? '' });
  expect([kept.status, await kept.text(), timesWritten]).toEqual([304, '', 1]);
});

test('every call says what it answers, and every refusal has the one form', async () => {
  for (const [name, { responses, parameters = [] }] of await operations()) {
    if (NO_CALLS.test(name)) continue;
    const statuses = Object.keys(responses);
    expect([name, statuses.some((status) => /^2\d\d$/.test(status))]).toEqual([name, true]);
    for (const [status, response] of Object.entries(responses)) {
      if (!status.endsWith('XX')) continue;
      const properties = z
        .looseObject({ properties: z.record(z.string(), z.unknown()) })
        .parse(response.content?.['application/json']?.schema).properties;
      expect([name, Object.keys(properties)]).toEqual([name, ['message', 'code', 'requestId', 'current']]);
    }
    const named = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
    expect([name, named]).toEqual([name, Array.from(name.matchAll(/\{(\w+)\}/g), (match) => match[1])]);
  }
});

test('the routes’ types make a client: what it sends and gets is known before it runs', async () => {
  const ada = await api.as('Ada');
  const client = createRpc(api.config.publicUrl, async (path, init) => {
    const request = new Request(path, init);
    request.headers.set('Cookie', ada.cookie);
    request.headers.set('Origin', api.config.publicUrl);
    return createApp(api.deps).fetch(request);
  });
  const created = await client.api.projects.$post({
    header: { 'idempotency-key': 'op' },
    json: lighthouse,
  });
  if (created.status !== 201) throw new Error(`The project was not made: ${created.status}`);
  const project = await created.json();
  const title: string = project.title;
  const scenes = await client.api.projects[':id'].scenes.$get({ param: { id: project.id } });
  expect([title, await scenes.json()]).toEqual([lighthouse.title, []]);
});
