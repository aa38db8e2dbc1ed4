/**
 * The text model: what the product asks of it, in the product's own words. One instance speaks with one API key.
 * Whatever a person wrote is data for it, never instructions. Every question but `checkKey` throws AppError
 * `api_key_rejected`, `model_unreachable`, `rate_limited`, `refused_by_model`, `provider_failed` or `spending_cap`, each
 * with a sentence.
 */
import type { GenreId } from '#shared/catalogue/genres.ts';
import type { AspectRatio, ModelId } from '#shared/catalogue/models.ts';
import type { TokenUse } from '#shared/catalogue/prices.ts';
import type { SceneMetadata } from '#shared/entities/scene.ts';

/** Whether a key is valid. `error` is a sentence for the person. */
export type KeyCheck = { valid: true } | { valid: false; error: string };

/** The part of a movie to break down; a short movie is one part. */
export type BreakdownRequest = {
  title: string;
  /** The person's idea of the whole movie; data, never instructions. */
  description: string;
  genreLabels: readonly string[];
  aspectRatio: AspectRatio;
  model: ModelId;
  /** Which part of how many it is, from 1. */
  part: { number: number; count: number };
  /** Scene lengths that fill the part, in order. The reply may use others that fill it. */
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
  /** A list of things to keep out of the picture. */
  negativePrompt: string;
  metadata: SceneMetadata;
  /** One of the model's lengths, or its longest clip with one extension. */
  seconds: number;
};

export type BreakdownPart = {
  /** They fill the part exactly. Their prompts describe every character in the same words. */
  scenes: BreakdownScene[];
  /** Characters that first appear in this part. */
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
  /** Described already: they are not wanted again. */
  known: readonly CharacterSketch[];
  /** At most so many are wanted. */
  atMost: number;
};

/**
 * The cost of a request: nothing if it was refused or never sent; unknown if its answer was lost or doesn't say, which
 * counts as the maximum.
 */
export type Bill = TokenUse | 'nothing' | 'unknown';

/**
 * Sends one request and pays for it: the maximum is reserved before, and the actual cost recorded after.
 * @param atMost the most that a request can cost
 * @param send fails with an outcome, not by throwing
 * @throws AppError `spending_cap`; nothing was sent then
 */
export type Pay = <Outcome extends { bill: Bill }>(atMost: TokenUse, send: () => Promise<Outcome>) => Promise<Outcome>;

/** The time limit and the payer of a request. */
export type Asking = { signal: AbortSignal; pay: Pay };

export interface TextModel {
  /** Splits a part of an idea into scenes. */
  breakDown(request: BreakdownRequest, asking: Asking): Promise<BreakdownPart>;

  /** The same idea with more to see and hear, in its own language. */
  improveIdea(request: IdeaRequest, asking: Asking): Promise<string>;

  /** The same scene with more to see and hear, and its prompt. */
  improveScene(request: SceneRequest, asking: Asking): Promise<SceneWords>;

  /** One to three genres that fit, the best first. */
  detectGenres(description: string, asking: Asking): Promise<GenreId[]>;

  /** The recurring characters of a movie, the most important first, each with a unique name; none only where some are known. */
  describeCharacters(request: CharactersRequest, asking: Asking): Promise<CharacterSketch[]>;

  /**
   * Asks upstream whether the key is accepted, by a call that costs nothing.
   * @throws AppError `provider_failed` or `rate_limited` when the provider gave no verdict
   */
  checkKey(signal: AbortSignal): Promise<KeyCheck>;
}

/** The text model that an API key opens: the provider's, or the demo studio's for its reserved key. */
export type TextModelFor = (apiKey: string) => TextModel;
