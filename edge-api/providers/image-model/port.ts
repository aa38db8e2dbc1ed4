/** The image model: portraits of characters. One instance speaks with one API key. */
import type { CharacterSketch } from '../text-model/port.ts';
import type { AppError } from '#shared/errors.ts';

export type PortraitOutcome =
  | { kind: 'picture'; bytes: Uint8Array<ArrayBuffer>; chargedUsd: number }
  /** There is no picture. It counts as charged where the answer was lost: the provider may have made one all the same. */
  | { kind: 'none'; error: AppError; chargedUsd: number };

export interface ImageModel {
  /** What one picture costs at most, in USD at the price list of the day; 0 where nothing is charged. */
  readonly pricePerPictureUsd: number;

  /** A portrait of each character, in their order. Each is asked for once. Never throws. */
  drawPortraits(characters: readonly CharacterSketch[], signal: AbortSignal): Promise<PortraitOutcome[]>;
}

/** The image model that an API key opens: the provider's, or the demo studio's for its reserved key. */
export type ImageModelFor = (apiKey: string) => ImageModel;
