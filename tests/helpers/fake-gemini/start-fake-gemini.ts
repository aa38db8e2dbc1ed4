// A Gemini API on a local port: real HTTP, no network, answers decided by the key, the prompt or a script.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answer } from './answer.ts';
import { type FakeGeminiOptions, resolveOptions } from './options.ts';
import { type PostCounts, postCounts } from './post-counter.ts';
import { redirectedDownload } from './files.ts';
import { bodyOf, type FakeRequest, headersOf, type LoggedRequest, type Operation, parsedJson } from './request.ts';
import { routeOf } from './routes.ts';
import { sendReply } from './reply.ts';
import { clearState, emptyState, type FakeState, type Outcome, type RedirectHit } from './state.ts';
import type { VideoJob } from './video-job.ts';
import { internal } from './wire-errors.ts';

export interface FakeGemini {
  /** Base address without a trailing slash, to be set as the client's base URL. */
  url: string;
  /** Every request so far, oldest first. */
  requests: readonly LoggedRequest[];
  /** Every hop to the second origin, and whether the key was wrongly taken along. */
  redirects: readonly RedirectHit[];
  /** Every accepted video job, which is every job that would be billed. */
  jobs: readonly VideoJob[];
  posts: PostCounts;
  /** Sets the answer of the next request of this kind, or of the next `times`. */
  onNext: (operation: Operation, outcome: Outcome, times?: number) => void;
  /** Forgets requests, jobs, files and scripts. */
  reset: () => void;
  /** Stops both servers and cuts open connections. */
  close: () => Promise<void>;
}

/** Starts the fake; the caller closes it. */
export async function startFakeGemini(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
  const state = emptyState(resolveOptions(options));
  const api = createServer((message, response) => void serve(state, message, response));
  const target = createServer((message, response) => {
    void redirectedDownload(state, message).then((reply) => sendReply(response, reply));
  });
  state.baseUrl = await listening(api, state.options.port);
  state.redirectUrl = await listening(target, 0);
  return {
    url: state.baseUrl,
    requests: state.requests,
    redirects: state.redirects,
    jobs: state.jobs,
    posts: postCounts(state),
    onNext: (operation, outcome, times = 1) => {
      const queued = state.script.get(operation) ?? [];
      state.script.set(operation, [...queued, ...Array.from({ length: times }, () => outcome)]);
    },
    reset: () => clearState(state),
    close: async () => {
      await Promise.all([closed(api), closed(target)]);
    },
  };
}

async function serve(state: FakeState, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(message.url ?? '/', state.baseUrl);
  const method = message.method ?? 'GET';
  const bytes = await bodyOf(message);
  const body = parsedJson(bytes);
  const headers = headersOf(message);
  const match = routeOf(method, url);
  const operation = match?.route.operation ?? 'unknown';
  const query = Object.fromEntries(url.searchParams);
  const logged: LoggedRequest = { operation, method, path: url.pathname, query, headers, body, status: 0 };
  state.requests.push(logged);
  const request: FakeRequest = { operation, method, url, headers, body, bytes, key: '', params: match?.params ?? [] };
  const reply = await answer(state, request, match).catch((error: unknown) => {
    // A fault of the fake itself: shown on the terminal, since the product would only see a 500.
    process.stderr.write(`fake Gemini: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return internal(match?.route.family ?? 'google');
  });
  const delayMs = state.options.delayMs(operation);
  if (delayMs > 0) await state.options.wait(delayMs);
  logged.status = sendReply(response, reply);
}

async function listening(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake has no TCP port.');
  return `http://127.0.0.1:${address.port}`;
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
