// The models that the fake lists, and what each is good for.

import { json, type Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import type { FakeState } from './state.ts';
import { invalid, permissionDenied, retiredModel, unknownModel } from './wire-errors.ts';

export type ModelUse = 'text' | 'image' | 'omni' | 'veo';

interface ModelEntry {
  id: string;
  use: ModelUse;
}

const IDS: Record<ModelUse, readonly string[]> = {
  text: [
    ...['gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-3.1-flash-lite', 'gemini-4-argon'],
    ...['gemini-3.1-pro-preview', 'gemini-flash-latest', 'gemini-flash-lite-latest', 'gemini-pro-latest'],
  ],
  image: [...['gemini-3.1-flash-image', 'gemini-3.1-flash-lite-image', 'gemini-nano-banana-2.1', 'gemini-3-pro-image']],
  omni: ['gemini-omni-1.2-flash', 'gemini-omni-1.1-flash'],
  veo: ['veo-3.1-generate-preview', 'veo-3.1-fast-generate-preview', 'veo-3.1-lite-generate-preview'],
};
const MODELS: readonly ModelEntry[] = (['text', 'image', 'omni', 'veo'] as const).flatMap((use) =>
  IDS[use].map((id) => ({ id, use })),
);

const METHOD: Record<ModelUse, string> = {
  text: 'generateContent',
  image: 'generateContent',
  omni: 'createInteraction',
  veo: 'predictLongRunning',
};

const MAX_PAGE = 1000;
const DEFAULT_PAGE = 50;

/** What a model is for, or the 404 that its name earns. */
export function modelUse(
  state: FakeState,
  id: string,
  method: string,
): { ok: true; use: ModelUse } | { ok: false; reply: Reply } {
  const family = method === 'createInteraction' ? 'interactions' : 'google';
  const found = reachable(state).find((model) => model.id === id);
  if (found !== undefined) return { ok: true, use: found.use };
  const isRetired = /^(veo-|imagen-|gemini-2\.5-)/.test(id) && !state.options.withoutModels.includes(id);
  return { ok: false, reply: isRetired ? retiredModel(id) : unknownModel(id, family, method) };
}

/** GET models */
export function listModels(state: FakeState, request: FakeRequest): Reply {
  if (state.options.keys(request.key) === 'serviceBlocked') {
    const message = 'Requests to this API method google.ai.generativelanguage.ModelService.ListModels are blocked.';
    return permissionDenied('API_KEY_SERVICE_BLOCKED', message);
  }
  const pageSize = Number(request.url.searchParams.get('pageSize') ?? DEFAULT_PAGE);
  if (!Number.isInteger(pageSize) || pageSize < 0) return invalid('google', 'page_size must not be negative.');
  const token = request.url.searchParams.get('pageToken');
  const start = token === null || token === '' ? 0 : Number(/^after-(\d+)$/.exec(token)?.[1]);
  if (Number.isNaN(start)) return invalid('google', 'page_token is invalid.');
  const all = reachable(state);
  const end = start + Math.min(pageSize === 0 ? DEFAULT_PAGE : pageSize, MAX_PAGE);
  const models = all.slice(start, end).map(describe);
  return json({ models, ...(end < all.length ? { nextPageToken: `after-${end}` } : {}) });
}

/** GET models/{id} */
export function getModel(state: FakeState, request: FakeRequest): Reply {
  const id = request.params[0] ?? '';
  const known = modelUse(state, id, 'getModel');
  const found = reachable(state).find((model) => model.id === id);
  if (!known.ok) return known.reply;
  return found === undefined ? unknownModel(id, 'google', 'getModel') : json(describe(found));
}

function reachable(state: FakeState): ModelEntry[] {
  return MODELS.filter(
    (model) => (model.use !== 'veo' || state.options.veo) && !state.options.withoutModels.includes(model.id),
  );
}

function describe({ id, use }: ModelEntry): Record<string, unknown> {
  return { name: `models/${id}`, version: '001', displayName: id, supportedGenerationMethods: [METHOD[use]] };
}
