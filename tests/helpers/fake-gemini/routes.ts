// Which path and method lead to which handler. The API version in front, /v1 or /v1beta, is cut off before.

import type { ErrorFamily } from './wire-errors.ts';
import { continueUpload, deleteFile, downloadFile, getFile, startUpload } from './files.ts';
import { countTokens, generateContent } from './generate-content.ts';
import { cancelInteraction, createInteraction, deleteInteraction, getInteraction } from './interactions.ts';
import { getModel, listModels } from './models.ts';
import type { Reply } from './reply.ts';
import type { FakeRequest, Operation } from './request.ts';
import type { FakeState } from './state.ts';
import { getOperation, startOperation } from './veo.ts';

export interface Route {
  operation: Operation;
  family: ErrorFamily;
  /** False only for the second step of an upload, whose address is the permission. */
  needsKey: boolean;
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
  row('POST', /^models\/([^/:]+):countTokens$/, 'models.countTokens', countTokens),
  row('GET', /^models$/, 'models.list', listModels),
  row('GET', /^models\/([^/:]+)$/, 'models.get', getModel),
  row('POST', /^interactions$/, 'interactions.create', createInteraction),
  row('GET', /^interactions\/([^/]+)$/, 'interactions.get', getInteraction),
  row('POST', /^interactions\/([^/]+)\/cancel$/, 'interactions.cancel', cancelInteraction),
  row('DELETE', /^interactions\/([^/]+)$/, 'interactions.delete', deleteInteraction),
  row('GET', /^files\/([^/:]+):download$/, 'files.download', downloadFile),
  row('GET', /^files\/([^/:]+)$/, 'files.get', getFile),
  row('DELETE', /^files\/([^/:]+)$/, 'files.delete', deleteFile),
  row('POST', /^models\/([^/:]+):predictLongRunning$/, 'veo.create', startOperation),
  row('GET', /^models\/([^/:]+)\/operations\/([^/:]+)$/, 'operations.get', getOperation),
];

const START_UPLOAD: Route = { operation: 'files.startUpload', family: 'google', needsKey: true, handle: startUpload };
const UPLOAD: Route = { operation: 'files.upload', family: 'google', needsKey: false, handle: continueUpload };

/** The route of a request, or null. */
export function routeOf(method: string, url: URL): RouteMatch | null {
  const path = decoded(url.pathname);
  if (path === null) return null;
  if (method === 'POST' && /^\/upload\/v1(beta)?\/files$/.test(path)) {
    return { route: url.searchParams.has('upload_id') ? UPLOAD : START_UPLOAD, params: [] };
  }
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
    needsKey: true,
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
