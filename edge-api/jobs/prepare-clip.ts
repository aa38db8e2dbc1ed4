/** What exactly will be asked of the model for a job's scene, worked out before anything is written or sent. */
import { modelRow } from '#shared/catalogue/models.ts';
import { composePrompt } from '#shared/rules/compose-prompt.ts';
import type { ClipRequest, Picture, VideoModel } from '#edge-api/providers/video-model/port.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { readClipSource, setPrompt, type ClipSource } from '#edge-api/repos/generated-scenes.ts';
import {
  clipForm,
  extensionForm,
  promptWordsHash,
  type ClipOrder,
  type FormSource,
  type StoredPicture,
} from '#edge-api/services/clip-order.ts';
import { findReferences } from '#edge-api/services/clip-references.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { findLastFrame } from './clip-end.ts';
import { findExtensionStart, findFirstFrame } from './clip-start.ts';
import type { StepContext } from './job-deps.ts';
import { extensionWords } from './words.ts';
import { extensionPrompt } from '#shared/rules/compose-prompt.ts';

export type Preparation =
  /** `rows` store a prompt that was composed again. */
  | { kind: 'order'; order: ClipOrder; rows: Statement[] }
  | { kind: 'wait'; note: string }
  | { kind: 'impossible'; sentence: string }
  /** The model can't extend the scene: it stays as long as its earlier segment. */
  | { kind: 'leave_out'; earlierId: string; note: string };

type Asked = {
  userId: string;
  sceneId: string;
  source: ClipSource;
  model: VideoModel;
  upstreamModel: string;
  keyMark: string;
};

export function prepareClip(context: StepContext, asked: Asked): Promise<Preparation> {
  const { isExtension, parentSceneId, extensionIndex } = asked.source;
  if (!isExtension) return prepareFirst(context, asked);
  if (parentSceneId === null || extensionIndex === null) throw new Error('An extension names no scene.');
  return prepareExtension(context, asked, { parentSceneId, extensionIndex });
}

async function prepareFirst(context: StepContext, asked: Asked): Promise<Preparation> {
  const { userId, sceneId, source, model, upstreamModel, keyMark } = asked;
  const { prompt, rows } = await currentPrompt(sceneId, source);
  const start = await findFirstFrame(context, userId, source);
  if (start.kind !== 'ready') return start;
  const end = await findLastFrame(context, userId, source);
  if (end.kind !== 'ready') return end;
  const found = await findReferences(context.db, userId, source, prompt);
  if (found.problem !== null) return { kind: 'impossible', sentence: found.problem };
  const pictures = { firstFrame: start.frame, lastFrame: end.frame, references: found.references };
  const form = clipForm(formSource(source), prompt, upstreamModel, pictures);
  const order = {
    ...form,
    extend: null,
    keyMark,
    notes: [...start.notes, ...end.notes, ...found.notes, ...form.notes],
    promptHash: await sha256Hex(prompt),
    priceUsd: model.priceUsd(form.request),
  };
  return { kind: 'order', order, rows };
}

async function prepareExtension(
  context: StepContext,
  { source: segment, model, upstreamModel, keyMark }: Asked,
  extension: { parentSceneId: string; extensionIndex: number },
): Promise<Preparation> {
  const scene = await readClipSource(context.db, extension.parentSceneId);
  if (scene === null) return { kind: 'impossible', sentence: extensionWords.sceneGone };
  const start = await findExtensionStart(context.db, extension, { model: segment.model, keyMark }, context.now());
  if (start.kind !== 'ready') return start;
  const { prompt, rows } = await currentPrompt(extension.parentSceneId, scene);
  const source = { ...formSource(scene), ...(start.resolution === null ? {} : { resolution: start.resolution }) };
  const request = extensionForm(source, extensionPrompt(prompt), upstreamModel);
  if (request === null) {
    const note = extensionWords.tooLong({ model: modelRow(segment.model).label });
    return { kind: 'leave_out', earlierId: start.earlierId, note };
  }
  const promptHash = await sha256Hex(request.prompt);
  const priceUsd = model.priceUsd(request);
  const { extend } = start;
  const pictures = { firstFrame: null, lastFrame: null, references: [] };
  const order = { request, ...pictures, extend, keyMark, notes: [], promptHash, priceUsd };
  return { kind: 'order', order, rows };
}

function formSource(scene: ClipSource): FormSource {
  const { resolution, model, aspectRatio, negativePrompt, duration, extensionSeconds } = scene;
  const seconds = duration - extensionSeconds;
  return { resolution, model, aspectRatio, negativePrompt, seconds, isExtended: extensionSeconds > 0 };
}

/** The scene's prompt, composed again if the texts it depends on changed. */
async function currentPrompt(sceneId: string, source: ClipSource): Promise<{ prompt: string; rows: Statement[] }> {
  const wordsHash = await promptWordsHash({ ...source, characters: source.characterReferences });
  if (source.promptWordsHash === wordsHash && source.prompt.trim()) return { prompt: source.prompt, rows: [] };
  const prompt = composePrompt(source, castOf(source));
  return { prompt, rows: [setPrompt(sceneId, prompt, wordsHash)] };
}

/** Every character with a fixed look. One with a picture replaces a character of the same name from the breakdown. */
function castOf({ characterReferences, cast }: ClipSource): { name: string; description: string }[] {
  const names = new Set(characterReferences.map(({ name }) => name.trim().toLowerCase()));
  return [...characterReferences, ...cast.filter(({ name }) => !names.has(name.trim().toLowerCase()))];
}

/** The request with the bytes of its pictures, read before the intent is recorded, so that an unreadable file costs nothing. */
export async function withPictures(context: StepContext, order: ClipOrder): Promise<ClipRequest> {
  const read = async ({ sha256, contentType }: StoredPicture): Promise<Picture> => {
    const bytes = await new Response(await context.mediaStore.read(sha256)).arrayBuffer();
    return { bytes: new Uint8Array(bytes), contentType };
  };
  // One after another, so that no more than one is there twice.
  const references: { name: string; picture: Picture }[] = [];
  for (const { name, picture } of order.references) references.push({ name, picture: await read(picture) });
  return {
    ...order.request,
    firstFrame: order.firstFrame && (await read(order.firstFrame)),
    lastFrame: order.lastFrame && (await read(order.lastFrame)),
    references,
    extend: order.extend,
  };
}
