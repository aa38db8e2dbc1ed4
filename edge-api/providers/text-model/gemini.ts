/** The provider's text model. */
import type { GoogleGenAI } from '@google/genai';
import type { GenreId } from '#shared/catalogue/genres.ts';
import { textModelIds } from '#shared/catalogue/text-models.ts';
import { appErrorFrom, appErrorOf, createGeminiClient, type GeminiAccess } from '../gemini/client.ts';
import { readUpstreamError } from '../gemini/upstream-error.ts';
import { askForJson, timedOut } from './gemini-json.ts';
import type {
  Asking,
  BreakdownPart,
  BreakdownRequest,
  CharactersRequest,
  CharacterSketch,
  IdeaRequest,
  KeyCheck,
  SceneRequest,
  SceneWords,
  TextModel,
} from './port.ts';
import {
  breakdownAnswerSchema,
  breakdownInstruction,
  breakdownPart,
  breakdownProblem,
  breakdownQuestion,
} from './prompts/break-down.ts';
import {
  describeCharactersInstruction,
  describeCharactersQuestion,
  describedCharactersProblem,
  describedCharactersSchema,
} from './prompts/describe-characters.ts';
import {
  detectedGenresProblem,
  detectedGenresSchema,
  detectGenresInstruction,
  SUGGESTED_GENRES,
} from './prompts/detect-genres.ts';
import { ideaText } from './prompts/idea-text.ts';
import { improvedIdeaProblem, improvedIdeaSchema, improveIdeaInstruction } from './prompts/improve-idea.ts';
import {
  improvedSceneProblem,
  improvedSceneSchema,
  improveSceneInstruction,
  improveSceneQuestion,
} from './prompts/improve-scene.ts';

/** A text model for one key. */
export function geminiTextModel(access: GeminiAccess): TextModel {
  const client = createGeminiClient(access);
  return {
    breakDown: (request, asking) => breakDown(client, request, asking),
    improveIdea: (request, asking) => improveIdea(client, request, asking),
    improveScene: (request, asking) => improveScene(client, request, asking),
    detectGenres: (description, asking) => detectGenres(client, description, asking),
    describeCharacters: (request, asking) => describeCharacters(client, request, asking),
    checkKey: (signal) => checkKey(client, signal),
  };
}

/**
 * The most tokens in an answer, including thinking. Several times what is needed: a truncated answer costs money and is
 * useless.
 */
const LONGEST_ANSWER = { genres: 4_096, words: 8_192, breakdown: 16_384, breakdownScene: 1_024 } as const;

async function breakDown(client: GoogleGenAI, request: BreakdownRequest, asking: Asking): Promise<BreakdownPart> {
  const answer = await askForJson(client, {
    instruction: breakdownInstruction,
    question: breakdownQuestion(request),
    schema: breakdownAnswerSchema,
    problem: (parsed) => breakdownProblem(parsed, request),
    longestAnswer: LONGEST_ANSWER.breakdown + LONGEST_ANSWER.breakdownScene * request.sceneSeconds.length,
    asking,
  });
  return breakdownPart(answer, request);
}

async function improveIdea(client: GoogleGenAI, request: IdeaRequest, asking: Asking): Promise<string> {
  const { description } = await askForJson(client, {
    instruction: improveIdeaInstruction,
    question: ideaText(request),
    schema: improvedIdeaSchema,
    problem: improvedIdeaProblem,
    longestAnswer: LONGEST_ANSWER.words,
    asking,
  });
  return description.trim();
}

async function improveScene(client: GoogleGenAI, request: SceneRequest, asking: Asking): Promise<SceneWords> {
  const { description, prompt } = await askForJson(client, {
    instruction: improveSceneInstruction,
    question: improveSceneQuestion(request),
    schema: improvedSceneSchema,
    problem: improvedSceneProblem,
    longestAnswer: LONGEST_ANSWER.words,
    asking,
  });
  return { description: description.trim(), prompt: prompt.trim() };
}

async function detectGenres(client: GoogleGenAI, description: string, asking: Asking): Promise<GenreId[]> {
  const { genres } = await askForJson(client, {
    instruction: detectGenresInstruction,
    question: ideaText({ title: null, description, genreLabels: [] }),
    schema: detectedGenresSchema,
    problem: detectedGenresProblem,
    longestAnswer: LONGEST_ANSWER.genres,
    asking,
  });
  return Array.from(new Set(genres)).slice(0, SUGGESTED_GENRES);
}

async function describeCharacters(
  client: GoogleGenAI,
  request: CharactersRequest,
  asking: Asking,
): Promise<CharacterSketch[]> {
  const { characters } = await askForJson(client, {
    instruction: describeCharactersInstruction,
    question: describeCharactersQuestion(request),
    schema: describedCharactersSchema,
    problem: (answer) => describedCharactersProblem(answer, request),
    longestAnswer: LONGEST_ANSWER.words,
    asking,
  });
  return characters.map(({ name, description }) => ({ name: name.trim(), description: description.trim() }));
}

/**
 * Lists one model, which is free. If the key isn't allowed to list models but may be valid otherwise, it asks for the
 * text model by name.
 */
async function checkKey(client: GoogleGenAI, signal: AbortSignal): Promise<KeyCheck> {
  try {
    await client.models.list({ config: { pageSize: 1, abortSignal: signal } });
    return { valid: true };
  } catch (error) {
    const upstream = readUpstreamError(error);
    if (upstream.kind === 'not_entitled') return { valid: false, error: upstream.sentence };
    if (upstream.kind !== 'api_key') throw signal.aborted ? timedOut(error) : appErrorOf(upstream, error);
    const isReachable = await reachesTextModel(client, signal);
    return isReachable ? { valid: true } : { valid: false, error: upstream.sentence };
  }
}

async function reachesTextModel(client: GoogleGenAI, signal: AbortSignal): Promise<boolean> {
  try {
    await client.models.get({ model: textModelIds[0], config: { abortSignal: signal } });
    return true;
  } catch (error) {
    const kind = readUpstreamError(error).kind;
    if (kind === 'api_key' || kind === 'not_entitled' || kind === 'model_gone') return false;
    throw appErrorFrom(error);
  }
}
