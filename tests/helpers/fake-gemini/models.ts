// The models that the fake lists, and what each is good for.

import { json, type Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import type { FakeState } from './state.ts';
import { invalid, permissionDenied, retiredModel, unknownModel } from './wire-errors.ts';

export type ModelUse = 'text' | 'image' | 'omni' | 'veo';

interface ModelEntry {
  id: string;
  use: ModelUse;
  displayName: string;
  inputTokens: number;
  outputTokens: number;
}

const MODELS: readonly ModelEntry[] = [
  entry('gemini-3.8-flash', 'text', 'Gemini 3.8 Flash'),
  entry('gemini-3.5-flash-lite', 'text', 'Gemini 3.5 Flash-Lite'),
  entry('gemini-3.1-flash-lite', 'text', 'Gemini 3.1 Flash-Lite'),
  entry('gemini-4-argon', 'text', 'Gemini 4 Argon'),
  entry('gemini-3.1-pro-preview', 'text', 'Gemini 3.1 Pro Preview'),
  entry('gemini-flash-latest', 'text', 'Gemini Flash Latest'),
  entry('gemini-flash-lite-latest', 'text', 'Gemini Flash-Lite Latest'),
  entry('gemini-pro-latest', 'text', 'Gemini Pro Latest'),
  entry('gemini-3.1-flash-image', 'image', 'Gemini 3.1 Flash Image'),
  entry('gemini-3.1-flash-lite-image', 'image', 'Gemini 3.1 Flash-Lite Image'),
  entry('gemini-nano-banana-2.1', 'image', 'Nano Banana 2.1'),
  entry('gemini-3-pro-image', 'image', 'Gemini 3 Pro Image'),
  entry('gemini-omni-1.2-flash', 'omni', 'Gemini Omni 1.2 Flash'),
  entry('gemini-omni-1.1-flash', 'omni', 'Gemini Omni 1.1 Flash'),
  entry('veo-3.1-generate-preview', 'veo', 'Veo 3.1'),
  entry('veo-3.1-fast-generate-preview', 'veo', 'Veo 3.1 Fast'),
  entry('veo-3.1-lite-generate-preview', 'veo', 'Veo 3.1 Lite'),
];

const METHODS: Record<ModelUse, readonly string[]> = {
  text: ['generateContent'],
  image: ['generateContent'],
  omni: ['createInteraction'],
  veo: ['predictLongRunning'],
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

function describe(model: ModelEntry): Record<string, unknown> {
  return {
    name: `models/${model.id}`,
    version: '001',
    displayName: model.displayName,
    inputTokenLimit: model.inputTokens,
    outputTokenLimit: model.outputTokens,
    supportedGenerationMethods: METHODS[model.use],
  };
}

function entry(id: string, use: ModelUse, displayName: string): ModelEntry {
  return { id, use, displayName, inputTokens: 1_048_576, outputTokens: 65_536 };
}
