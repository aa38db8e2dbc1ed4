/** Which rows of the catalog a key can use. */
import type { GoogleGenAI } from '@google/genai';
import { modelRow, models, type ModelId } from '#shared/catalogue/models.ts';
import { appErrorOf } from '../gemini/client.ts';
import { readUpstreamError } from '../gemini/upstream-error.ts';
import type { ReachedModel } from './port.ts';
import { videoModelWords } from './words.ts';

/** @throws AppError when the provider gave no verdict */
export function reachRows(client: GoogleGenAI, signal: AbortSignal): Promise<ReachedModel[]> {
  return Promise.all(models.map((row) => reachRow(client, row.id, signal)));
}

/** Tries the row's upstream names one by one; a model that is switched off is a 404. */
async function reachRow(client: GoogleGenAI, id: ModelId, signal: AbortSignal): Promise<ReachedModel> {
  const row = modelRow(id);
  let reason = videoModelWords.unreachable({ model: row.label });
  for (const upstreamModel of row.upstreamIds) {
    try {
      await client.models.get({ model: upstreamModel, config: { abortSignal: signal } });
      return { id, reachable: true, reason: null, upstreamModel };
    } catch (error) {
      const upstream = readUpstreamError(error);
      if (upstream.kind === 'api_key' || upstream.kind === 'not_entitled') reason = upstream.sentence;
      else if (upstream.kind !== 'model_gone' && upstream.kind !== 'missing') throw appErrorOf(upstream, error);
    }
  }
  return { id, reachable: false, reason, upstreamModel: null };
}
