// Which path and method lead to which handler. The API version in front, /v1 or /v1beta, is cut off before.

import type { ErrorFamily } from './wire-errors.ts';
import { downloadFile } from './files.ts';
import { generateContent } from './generate-content.ts';
import { cancelInteraction, createInteraction, getInteraction } from './interactions.ts';
import { getModel, listModels } from './models.ts';
import type { Reply } from './reply.ts';
import type { FakeRequest, Operation } from './request.ts';
import type { FakeState } from './state.ts';
import { getOperation, startOperation } from './veo.ts';

export interface Route {
  operation: Operation;
  family: ErrorFamily;
  handle: (state: FakeState, request: FakeRequest) => Reply | Promise<Reply>;
}

/** A route and what its pattern captured, decoded. */
export interface RouteMatch {
  route: Route;
  params: string[];
}

type Row = Route & { method: string; pattern: RegExp };

const ROWS: readonly Row[] = [
  row('POST', /^models\/([^/:]+):generateContent$/, 'models.generateContent', generateContent),
  row('GET', /^models$/, 'models.list', listModels),
  row('GET', /^models\/([^/:]+)$/, 'models.get', getModel),
  row('POST', /^interactions$/, 'interactions.create', createInteraction),
  row('GET', /^interactions\/([^/]+)$/, 'interactions.get', getInteraction),
  row('POST', /^interactions\/([^/]+)\/cancel$/, 'interactions.cancel', cancelInteraction),
  row('GET', /^files\/([^/:]+):download$/, 'files.download', downloadFile),
  row('POST', /^models\/([^/:]+):predictLongRunning$/, 'veo.create', startOperation),
  row('GET', /^models\/([^/:]+)\/operations\/([^/:]+)$/, 'operations.get', getOperation),
];

/** The route of a request, or null. */
export function routeOf(method: string, url: URL): RouteMatch | null {
  const path = decoded(url.pathname);
  if (path === null) return null;
  const rest = /^\/v1(?:beta)?\/(.+)$/.exec(path)?.[1];
  if (rest === undefined) return null;
  for (const { method: wanted, pattern, ...route } of ROWS) {
    const match = wanted === method ? pattern.exec(rest) : null;
    if (match !== null) return { route, params: match.slice(1) };
  }
  return null;
}

function row(method: string, pattern: RegExp, operation: Operation, handle: Route['handle']): Row {
  return {
    method,
    pattern,
    operation,
    family: operation.startsWith('interactions') ? 'interactions' : 'google',
    handle,
  };
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
