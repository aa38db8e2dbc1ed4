/** The provider's text model. */
import type { GoogleGenAI } from '@google/genai';
import { textModelIds } from '#shared/catalogue/text-models.ts';
import { appErrorFrom, appErrorOf, createGeminiClient, type GeminiAccess } from '../gemini/client.ts';
import { readUpstreamError } from '../gemini/upstream-error.ts';
import { askForJson, timedOut } from './gemini-json.ts';
import type {
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

/** A text model that speaks with one key. */
export function geminiTextModel(access: GeminiAccess): TextModel {
  const client = createGeminiClient(access);
  return {
    breakDown: (request, signal) => breakDown(client, request, signal),
    improveIdea: (request, signal) => improveIdea(client, request, signal),
    improveScene: (request, signal) => improveScene(client, request, signal),
    detectGenres: async (description, signal) => {
      const question = ideaText({ title: null, description, genreLabels: [] });
      const { genres } = await askForJson(client, {
        instruction: detectGenresInstruction,
        question,
        schema: detectedGenresSchema,
        problem: detectedGenresProblem,
        signal,
      });
      return Array.from(new Set(genres)).slice(0, SUGGESTED_GENRES);
    },
    describeCharacters: (request, signal) => describeCharacters(client, request, signal),
    checkKey: (signal) => checkKey(client, signal),
  };
}

async function breakDown(client: GoogleGenAI, request: BreakdownRequest, signal: AbortSignal): Promise<BreakdownPart> {
  const answer = await askForJson(client, {
    instruction: breakdownInstruction,
    question: breakdownQuestion(request),
    schema: breakdownAnswerSchema,
    problem: (parsed) => breakdownProblem(parsed, request),
    signal,
  });
  return breakdownPart(answer, request);
}

async function improveIdea(client: GoogleGenAI, request: IdeaRequest, signal: AbortSignal): Promise<string> {
  const { description } = await askForJson(client, {
    instruction: improveIdeaInstruction,
    question: ideaText(request),
    schema: improvedIdeaSchema,
    problem: improvedIdeaProblem,
    signal,
  });
  return description.trim();
}

async function improveScene(client: GoogleGenAI, request: SceneRequest, signal: AbortSignal): Promise<SceneWords> {
  const { description, prompt } = await askForJson(client, {
    instruction: improveSceneInstruction,
    question: improveSceneQuestion(request),
    schema: improvedSceneSchema,
    problem: improvedSceneProblem,
    signal,
  });
  return { description: description.trim(), prompt: prompt.trim() };
}

async function describeCharacters(
  client: GoogleGenAI,
  request: CharactersRequest,
  signal: AbortSignal,
): Promise<CharacterSketch[]> {
  const { characters } = await askForJson(client, {
    instruction: describeCharactersInstruction,
    question: describeCharactersQuestion(request),
    schema: describedCharactersSchema,
    problem: (answer) => describedCharactersProblem(answer, request.atMost),
    signal,
  });
  return characters.map(({ name, description }) => ({ name: name.trim(), description: description.trim() }));
}

/**
 * Lists one model, which is free. A key may be kept from listing and be good for all else: then it is asked about the
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
