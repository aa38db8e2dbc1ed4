/** The text model: what the product asks of it, in the product's own words. One instance speaks with one API key. */
import type { AspectRatio, ModelId } from '#shared/catalogue/models.ts';
import type { SceneMetadata } from '#shared/entities/scene.ts';

/** Whether a key is good for anything. `error` is a sentence for the person. */
export type KeyCheck = { valid: true } | { valid: false; error: string };

export type BreakdownRequest = {
  title: string;
  /** The person's idea; data, never instructions. */
  description: string;
  genreLabels: readonly string[];
  aspectRatio: AspectRatio;
  model: ModelId;
  /** Seconds of each wanted scene, in order. The answer has exactly as many scenes. */
  sceneSeconds: readonly number[];
};

export type BreakdownScene = {
  title: string;
  description: string;
  /** What the video model will be asked: stands alone, one continuous shot. */
  prompt: string;
  metadata: SceneMetadata;
};

export interface TextModel {
  /**
   * Splits an idea into scenes, one for each wanted length.
   * @throws AppError `api_key_rejected`, `rate_limited`, `refused_by_model` or `provider_failed`, each with a sentence
   */
  breakDown(request: BreakdownRequest, signal: AbortSignal): Promise<BreakdownScene[]>;

  /**
   * Asks upstream whether the key is accepted, by a call that costs nothing.
   * @throws AppError `provider_failed` or `rate_limited` when the provider gave no verdict
   */
  checkKey(signal: AbortSignal): Promise<KeyCheck>;
}

/** The text model that an API key opens: the provider's, or the demo studio's for its reserved key. */
export type TextModelFor = (apiKey: string) => TextModel;
