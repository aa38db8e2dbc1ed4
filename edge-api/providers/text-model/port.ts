/**
 * The text model: what the product asks of it, in the product's own words. One instance speaks with one API key.
 * Whatever a person wrote is data for it, never instructions. Every question but `checkKey` throws AppError
 * `api_key_rejected`, `model_unreachable`, `rate_limited`, `refused_by_model` or `provider_failed`, each with a sentence.
 */
import type { GenreId } from '#shared/catalogue/genres.ts';
import type { AspectRatio, ModelId } from '#shared/catalogue/models.ts';
import type { SceneMetadata } from '#shared/entities/scene.ts';

/** Whether a key is good for anything. `error` is a sentence for the person. */
export type KeyCheck = { valid: true } | { valid: false; error: string };

/** One part of a movie that is to be broken down; a short movie is one part. */
export type BreakdownRequest = {
  title: string;
  /** The person's idea of the whole movie; data, never instructions. */
  description: string;
  genreLabels: readonly string[];
  aspectRatio: AspectRatio;
  model: ModelId;
  /** Which part of how many it is, from 1. */
  part: { number: number; count: number };
  /** Seconds of each scene as they fill the part, in order. Others that fill it may be answered. */
  sceneSeconds: readonly number[];
  /** The scenes of the parts before it, their descriptions cut short. */
  earlier: readonly { title: string; description: string }[];
  /** Characters whose looks are fixed already. */
  cast: readonly CharacterSketch[];
};

export type BreakdownScene = {
  title: string;
  description: string;
  /** What the video model will be asked: stands alone, one continuous shot. */
  prompt: string;
  metadata: SceneMetadata;
  /** One of the model's lengths, or its longest clip with one extension. */
  seconds: number;
};

export type BreakdownPart = {
  /** They fill the part exactly. In their prompts every character is described in the same words. */
  scenes: BreakdownScene[];
  /** Characters that come on in this part for the first time. */
  newCast: CharacterSketch[];
};

export type IdeaRequest = {
  /** null while the idea has none. */
  title: string | null;
  description: string;
  genreLabels: readonly string[];
};

/** A character as every prompt describes them, in the same words each time. */
export type CharacterSketch = { name: string; description: string };

export type SceneRequest = {
  title: string;
  description: string;
  metadata: SceneMetadata;
  /** Seconds that the scene lasts. */
  seconds: number;
  movieTitle: string;
  genreLabels: readonly string[];
  characters: readonly CharacterSketch[];
};

export type SceneWords = Pick<BreakdownScene, 'description' | 'prompt'>;

export type CharactersRequest = IdeaRequest & {
  scenes: readonly { title: string; description: string }[];
  /** At most so many are wanted. */
  atMost: number;
};

export interface TextModel {
  /** Splits a part of an idea into scenes. */
  breakDown(request: BreakdownRequest, signal: AbortSignal): Promise<BreakdownPart>;

  /** The same idea told with more that can be seen and heard, in its own language. */
  improveIdea(request: IdeaRequest, signal: AbortSignal): Promise<string>;

  /** The same scene told with more that can be seen and heard, and the prompt that goes with it. */
  improveScene(request: SceneRequest, signal: AbortSignal): Promise<SceneWords>;

  /** One to three genres that fit, the best first. */
  detectGenres(description: string, signal: AbortSignal): Promise<GenreId[]>;

  /** The people who come back in a movie, the most important first; at least one, each with a name of their own. */
  describeCharacters(request: CharactersRequest, signal: AbortSignal): Promise<CharacterSketch[]>;

  /**
   * Asks upstream whether the key is accepted, by a call that costs nothing.
   * @throws AppError `provider_failed` or `rate_limited` when the provider gave no verdict
   */
  checkKey(signal: AbortSignal): Promise<KeyCheck>;
}

/** The text model that an API key opens: the provider's, or the demo studio's for its reserved key. */
export type TextModelFor = (apiKey: string) => TextModel;
