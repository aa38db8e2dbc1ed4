/** How a page learns that nobody is signed in any more: from a real server on loopback, by the page's own calls. */
import type { Server } from 'node:http';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from '#api/client.ts';
import { endSessionOn401, installSessionMemory, preloadSession } from '#api/queries/session.ts';
import { PATIENCE_MS } from '#api/patience.ts';
import { queryClient } from '#api/query-client.ts';
import { openLoopback } from './loopback.ts';

const USER = {
  ...{ id: '01890000-0000-7000-8000-000000000001', email: 'ines@example.com' },
  ...{ firstName: 'Ines', lastName: 'Moreau', profileImageUrl: null, geminiApiKey: null },
};

let server: Server;
let origin: string;
let isSignedIn: boolean;
/** Whether the server answers at all. */
let isMute: boolean;
let isKnown: boolean;
let asked: string[];
let told: string[];
let client: QueryClient;
let stop: () => void;
const pageFetch = globalThis.fetch;

beforeEach(async () => {
  [isSignedIn, isMute, isKnown, asked, told] = [true, false, true, [], []];
  ({ server, origin } = await openLoopback(({ url = '' }, reply) => {
    asked.push(url);
    if (isMute) return;
    const isFound = url === '/api/auth/user' && isSignedIn;
    reply.writeHead(isFound ? 200 : 401, { 'Content-Type': 'application/json' });
    reply.end(JSON.stringify(isFound ? USER : { message: 'Please sign in.', code: 'unauthenticated', requestId: '1' }));
  }));
  // A page's paths are of its own origin, which Node has none of.
  globalThis.fetch = (input, init) =>
    pageFetch(input instanceof Request ? input : new URL(input.toString(), origin), init);
  const note = (what: string) => async (): Promise<void> => void told.push(what);
  installSessionMemory({
    knows: async () => isKnown,
    read: async () => (isKnown ? USER : null),
    remember: note('remembered'),
    forget: note('forgotten'),
    doubt: note('doubted'),
  });
  client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });
  stop = endSessionOn401(client);
  await preloadSession(client);
});
afterEach(() => {
  vi.useRealTimers();
  stop();
  globalThis.fetch = pageFetch;
  server.closeAllConnections();
  server.close();
});

const callsInVain = (): Promise<unknown> =>
  Promise.allSettled(['/api/projects', '/api/own-files'].map((path) => send({ path })));

test('a call that finds nobody signed in ends the session', async () => {
  expect(await preloadSession(client)).toBe(true);
  isSignedIn = false;
  await callsInVain();
  await expect.poll(() => told).toEqual(['remembered', 'forgotten']);
  expect(await preloadSession(client)).toBe(false);
});

test('one that was sent before the person signed in anew ends nothing', async () => {
  await callsInVain();
  await expect.poll(() => told).toEqual(['remembered', 'remembered']);
  expect(await preloadSession(client)).toBe(true);
  expect(asked.filter((path) => path === '/api/auth/user')).toHaveLength(2);
});

/** Asks who is signed in on another page, and lets it run out of patience. */
async function askInVain(): Promise<{ asking: Promise<boolean>; isOver: () => boolean }> {
  isMute = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const before = asked.length;
  let isOver = false;
  const another = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });
  const asking = preloadSession(another).finally(() => (isOver = true));
  await expect.poll(() => asked.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 500);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  return { asking, isOver: () => isOver };
}

test('a server that never answers keeps nobody from what is on this device', async () => {
  const { asking } = await askInVain();
  expect(await asking).toBe(true);
  expect(told).toEqual(['remembered']);
});

test('where nobody is known, there is nothing to show, and a slow answer is waited for', async () => {
  isKnown = false;
  const { asking, isOver } = await askInVain();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(isOver()).toBe(false);
  // The connection ends without an answer.
  server.closeAllConnections();
  expect(await asking).toBe(false);
});
