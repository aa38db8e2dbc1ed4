/** The page's calls against a real server on loopback that answers whatever the test wants. */
import type { IncomingMessage, Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { onSessionEnd, reachRequest, readJson, requestUnlessKnown, send, sendRequest } from '#api/client.ts';
import { installCallHeaders } from '#api/call-headers.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import { createRpc, readReply } from '#api/rpc.ts';
import { saveApiKeyReply } from '#shared/api/users.ts';
import { openLoopback } from './loopback.ts';

type Answer = { status: number; headers?: Record<string, string>; body?: string };

const JSON_TYPE = { 'Content-Type': 'application/json' };
const REFUSAL = JSON.stringify({ message: 'Please sign in.', code: 'unauthenticated', requestId: '1' });

let server: Server;
let origin: string;
let url: string;
let answer: Answer;
let asked: IncomingMessage[];

beforeEach(async () => {
  asked = [];
  ({ server, origin } = await openLoopback((question, reply) => {
    asked.push(question);
    reply.writeHead(answer.status, answer.headers).end(answer.body);
  }));
  url = `${origin}/api/thing`;
});
afterEach(() => server.close());

const call = () => ({ path: url });
const saveKey = () => createRpc(origin, sendRequest).api.user['save-api-key'].$post({ json: { apiKey: 'one' } });

test('a body is sent as JSON with its type, and the JSON of the reply comes back through its schema', async () => {
  answer = { status: 201, headers: JSON_TYPE, body: '{"success":true,"message":"Saved","more":1}' };
  expect(await readReply(await saveKey(), saveApiKeyReply)).toEqual({ success: true, message: 'Saved' });
  expect(asked[0]).toMatchObject({ method: 'POST', url: '/api/user/save-api-key' });
  expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
  answer = { status: 200, headers: JSON_TYPE, body: '{"success":7}' };
  await expect(readReply(await saveKey(), saveApiKeyReply)).rejects.toBeInstanceOf(z.ZodError);
});

test('a reply without a body is nothing, and one that is no JSON is no answer', async () => {
  answer = { status: 204 };
  expect(await readJson(await send(call()))).toBeNull();
  answer = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>A captive portal</p>' };
  await expect(readReply(await saveKey(), saveApiKeyReply)).rejects.toThrow('200: The reply isn’t JSON.');
  expect(await (await send(call())).text()).toContain('captive');
});

describe('a reply that is not OK', () => {
  test.each([
    [{ status: 401, headers: JSON_TYPE, body: REFUSAL }, `401: ${REFUSAL}`, 'Please sign in.', null],
    [{ status: 502, body: '<p>Bad</p>' }, '502: <p>Bad</p>', null, null],
    [{ status: 404 }, '404: Not Found', null, null],
    [{ status: 429, headers: { 'Retry-After': '7' }, body: 'x' }, '429: x', null, 7],
  ] as const)('is an error that says its status and its body: %j', async (given, message, sentence, seconds) => {
    answer = given;
    const error: unknown = await saveKey().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message, sentence, retryAfterSeconds: seconds, status: given.status });
  });

  test('of 401 ends the session, but not where who is signed in is what is asked', async () => {
    let ended = 0;
    const stop = onSessionEnd(() => void (ended += 1));
    answer = { status: 401, headers: JSON_TYPE, body: REFUSAL };
    expect(await reachRequest(url)).toMatchObject({ ok: false, status: 401 });
    expect(ended).toBe(0);
    await expect(send(call())).rejects.toBeInstanceOf(ApiError);
    await expect(requestUnlessKnown(url, null)).rejects.toBeInstanceOf(ApiError);
    expect(ended).toBe(2);
    stop();
    await expect(send(call())).rejects.toBeInstanceOf(ApiError);
    expect(ended).toBe(2);
  });
});

describe('what is asked for again', () => {
  test('says what is known, and nothing new is an answer', async () => {
    answer = { status: 304, headers: { ETag: '"a"' } };
    expect(await requestUnlessKnown(url, '"a"')).toBeNull();
    expect(asked[0]?.headers['if-none-match']).toBe('"a"');
  });

  test('brings its tag and its next page, where there are any', async () => {
    const headers = { ...JSON_TYPE, ETag: '"b"', Link: '</api/thing?after=1>; rel="next"' };
    answer = { status: 200, headers, body: '[1]' };
    expect(await requestUnlessKnown(url, null)).toEqual({ body: [1], tag: '"b"', next: '/api/thing?after=1' });
    expect(asked[0]?.headers['if-none-match']).toBeUndefined();
    answer = { status: 200, headers: JSON_TYPE, body: '[]' };
    expect(await requestUnlessKnown(url, '"b"')).toEqual({ body: [], tag: null, next: null });
  });
});

test('no reply at all is being offline, and a call that is given up is an AbortError', async () => {
  const signal = AbortSignal.abort();
  await expect(send({ ...call(), signal })).rejects.toMatchObject({ name: 'AbortError' });
  server.close();
  server.closeAllConnections();
  await expect(send(call())).rejects.toBeInstanceOf(OfflineError);
  await expect(reachRequest(url)).rejects.toBeInstanceOf(OfflineError);
});

test('every call but the one that asks who is signed in says whose page it is', async () => {
  answer = { status: 401, headers: JSON_TYPE, body: REFUSAL };
  installCallHeaders(async (method) => ({ 'x-of': method }));
  try {
    await Promise.allSettled([
      send(call()),
      send({ ...call(), method: 'PATCH' }),
      requestUnlessKnown(url, null),
      reachRequest(url, {}, async () => ({})),
    ]);
  } finally {
    installCallHeaders(async () => ({}));
  }
  const said = asked.map(({ headers }) => headers['x-of']);
  expect([said.length, new Set(said)]).toEqual([4, new Set(['GET', 'PATCH', undefined])]);
});
