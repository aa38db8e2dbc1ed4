/** The image model: portraits of characters. One instance speaks with one API key. */
import type { CharacterSketch } from '../text-model/port.ts';
import type { AppError } from '#shared/errors.ts';

export type PortraitOutcome =
  | { kind: 'picture'; bytes: Uint8Array<ArrayBuffer>; chargedUsd: number }
  /** No picture. A lost answer counts as charged: the provider may have drawn one. */
  | { kind: 'none'; error: AppError; chargedUsd: number };

/** A character to draw. `take` counts the portraits that were made of them before; another take is another picture. */
export type PortraitWish = CharacterSketch & { take?: number };

export interface ImageModel {
  /** Upstream's name of the model that is asked first. */
  readonly name: string;

  /** The most that one picture costs, in USD at the current price list; 0 if nothing is charged. */
  readonly pricePerPictureUsd: number;

  /** A portrait of each character, in order. Each is requested once. Never throws. */
  drawPortraits(characters: readonly PortraitWish[], signal: AbortSignal): Promise<PortraitOutcome[]>;
}

/** The image model that an API key opens: the provider's, or the demo studio's for its reserved key. */
export type ImageModelFor = (apiKey: string) => ImageModel;
