// generateContent: the text model's JSON and the image model's picture.

import { orderedFault } from './faults.ts';
import { type ContentRequest, readContentRequest } from './generate-content-body.ts';
import { type Marker, markersIn } from './markers.ts';
import { modelUse } from './models.ts';
import { json, type Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import { answerFor, itemsNamedIn } from './schema-answer.ts';
import { spendingRefusal } from './credentials.ts';
import { SAMPLE_PICTURE } from './sample-picture.ts';
import { countUp, type FakeState } from './state.ts';
import { invalid } from './wire-errors.ts';

/** POST models/{id}:generateContent */
export async function generateContent(state: FakeState, request: FakeRequest): Promise<Reply> {
  const model = request.params[0] ?? '';
  const known = modelUse(state, model, 'generateContent');
  if (!known.ok) return known.reply;
  if (known.use === 'omni') return invalid('google', 'This model only supports Interactions API');
  if (known.use === 'veo') return invalid('google', 'This model only supports predictLongRunning.');
  const read = readContentRequest(request.body);
  if (!read.ok) return invalid('google', read.message);
  const { content } = read;
  if (content.wantsImage && known.use !== 'image') {
    return invalid('google', 'The requested response modality is not supported by the model.');
  }
  const markers = markersIn(content.prompt);
  // A second attempt may word its prompt differently, so a `-once` order counts by itself and not by the prompt.
  const isFirst = (words: string) => countUp(state, words) === 1;
  const verdict = state.options.keys(request.key);
  const isFreeText = verdict === 'freeTier' && known.use === 'text';
  const refusal = isFreeText ? null : spendingRefusal(verdict, model, 'google');
  const fault = refusal ?? orderedFault({ scope: known.use, family: 'google', model, markers, isFirst });
  if (fault !== null) return fault;
  if (known.use === 'image') return await imageAnswer(state, model, content, markers, isFirst);
  return textAnswer(state, model, content, markers, isFirst);
}

function textAnswer(
  state: FakeState,
  model: string,
  content: ContentRequest,
  markers: readonly Marker[],
  isFirst: (words: string) => boolean,
): Reply {
  const { prompt, schema } = content;
  const chosen = state.options.text({ prompt, schema }) ?? answerFor(schema, itemsNamedIn(prompt));
  const text = typeof chosen === 'string' ? chosen : JSON.stringify(chosen);
  for (const marker of markers) {
    const spoilt = spoiltText(marker.name, text);
    if (spoilt !== null && (!marker.isOnce || isFirst(`text ${marker.literal}`))) {
      return json(
        spoilt.isBlocked ? blocked(model, prompt) : candidate(model, prompt, spoilt.parts, spoilt.finishReason),
      );
    }
  }
  return json(candidate(model, prompt, [{ text }], 'STOP'));
}

interface SpoiltText {
  isBlocked: boolean;
  parts: readonly unknown[];
  finishReason: string;
}

function spoiltText(name: string, text: string): SpoiltText | null {
  const said = (words: string, finishReason = 'STOP') => ({ isBlocked: false, parts: [{ text: words }], finishReason });
  switch (name) {
    case 'blocked':
      return { isBlocked: true, parts: [], finishReason: '' };
    case 'max-tokens':
      return said(text.slice(0, Math.floor(text.length / 2)), 'MAX_TOKENS');
    case 'not-json':
      return said('Certainly! Here is what I came up with for your movie.');
    case 'fenced-json':
      return said(`\`\`\`json\n${text}\n\`\`\``);
    case 'wrong-shape':
      return said(JSON.stringify({ unexpected: ['shape'] }));
    case 'safety':
      return { isBlocked: false, parts: [], finishReason: 'SAFETY' };
    default:
      return null;
  }
}

async function imageAnswer(
  state: FakeState,
  model: string,
  content: ContentRequest,
  markers: readonly Marker[],
  isFirst: (words: string) => boolean,
): Promise<Reply> {
  const { prompt } = content;
  const ordered = (name: string) =>
    markers.some((marker) => marker.name === name && (!marker.isOnce || isFirst(`image ${marker.literal}`)));
  if (ordered('blocked')) return json(blocked(model, prompt));
  if (ordered('image-safety')) return json(candidate(model, prompt, [], 'IMAGE_SAFETY'));
  if (ordered('refuse')) return json(candidate(model, prompt, [{ text: "I can't draw that." }], 'STOP'));
  const picture = (await state.options.images?.({ prompt })) ?? SAMPLE_PICTURE;
  const inlineData = { mimeType: picture.mimeType, data: Buffer.from(picture.bytes).toString('base64') };
  return json(candidate(model, prompt, [{ inlineData }], 'STOP'));
}

function candidate(model: string, prompt: string, parts: readonly unknown[], finishReason: string): unknown {
  const content = parts.length === 0 ? { role: 'model' } : { role: 'model', parts };
  const candidatesTokenCount = tokensOf(JSON.stringify(parts));
  return {
    candidates: [{ content, finishReason, index: 0 }],
    usageMetadata: usage(prompt, candidatesTokenCount),
    modelVersion: model,
    responseId: 'r1',
  };
}

function blocked(model: string, prompt: string): unknown {
  const promptFeedback = { blockReason: 'PROHIBITED_CONTENT' };
  return { promptFeedback, usageMetadata: usage(prompt, 0), modelVersion: model, responseId: 'r1' };
}

/** What every answer is thought about. */
const THOUGHTS_TOKENS = 40;

function usage(prompt: string, candidatesTokenCount: number): Record<string, number> {
  const promptTokenCount = tokensOf(prompt);
  const totalTokenCount = promptTokenCount + candidatesTokenCount + THOUGHTS_TOKENS;
  return { promptTokenCount, candidatesTokenCount, thoughtsTokenCount: THOUGHTS_TOKENS, totalTokenCount };
}

function tokensOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}
