/** The provider's image model. */
import type { GenerateContentResponse, GoogleGenAI } from '@google/genai';
import { imageModels } from '#shared/catalogue/image-models.ts';
import { AppError } from '#shared/errors.ts';
import { appErrorOf, createGeminiClient, type GeminiAccess } from '../gemini/client.ts';
import { readUpstreamError } from '../gemini/upstream-error.ts';
import { bytesOfBase64 } from '#shared/bytes.ts';
import type { CharacterSketch } from '../text-model/port.ts';
import type { ImageModel, PortraitOutcome } from './port.ts';
import { portraitPrompt } from './portrait-prompt.ts';
import { imageModelWords as words } from './words.ts';

/** An image model that speaks with one key. */
export function geminiImageModel(access: GeminiAccess): ImageModel {
  const client = createGeminiClient(access);
  return {
    name: imageModels[0].id,
    pricePerPictureUsd: Math.max(...imageModels.map((model) => model.pricePerPictureUsd)),
    drawPortraits: (characters, signal) =>
      Promise.all(characters.map((character) => drawPortrait(client, character, signal))),
  };
}

/** Uses the first image model available to the key. */
async function drawPortrait(
  client: GoogleGenAI,
  character: CharacterSketch,
  signal: AbortSignal,
): Promise<PortraitOutcome> {
  let gone: PortraitOutcome | null = null;
  for (const { id, pricePerPictureUsd } of imageModels) {
    try {
      const reply = await client.models.generateContent({
        model: id,
        contents: [{ role: 'user', parts: [{ text: portraitPrompt(character) }] }],
        config: {
          responseModalities: ['IMAGE'],
          imageConfig: { aspectRatio: '3:4', imageSize: '1K' },
          abortSignal: signal,
        },
      });
      return pictureOf(reply, character.name, pricePerPictureUsd);
    } catch (error) {
      const upstream = readUpstreamError(error);
      const outcome: PortraitOutcome = {
        kind: 'none',
        error: signal.aborted ? timedOut(error) : appErrorOf(upstream, error),
        chargedUsd: upstream.kind === 'lost' ? pricePerPictureUsd : 0,
      };
      if (upstream.kind !== 'model_gone') return outcome;
      gone = outcome;
    }
  }
  return (
    gone ?? {
      kind: 'none',
      error: new AppError('model_unreachable', words.noModel),
      chargedUsd: 0,
    }
  );
}

/** A refusal is text, or nothing at all. */
function pictureOf(reply: GenerateContentResponse, name: string, priceUsd: number): PortraitOutcome {
  const data = reply.candidates?.[0]?.content?.parts?.find((part) => part.inlineData?.data !== undefined)?.inlineData
    ?.data;
  if (data !== undefined) return { kind: 'picture', bytes: bytesOfBase64(data), chargedUsd: priceUsd };
  return { kind: 'none', error: new AppError('refused_by_model', words.refused({ name })), chargedUsd: 0 };
}

function timedOut(cause: unknown): AppError {
  return new AppError('provider_failed', words.timedOut, { cause });
}
