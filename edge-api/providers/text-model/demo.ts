/**
 * The demo studio's text model: simple rules applied to the person's own text. It makes no requests and gives the same
 * result for the same idea.
 */
import type { TextModel } from './port.ts';
import { breakDownByRules } from './demo/break-down.ts';
import { charactersByRules } from './demo/characters.ts';
import { genresByRules } from './demo/genres.ts';
import { improveIdeaByRules, improveSceneByRules } from './demo/improve.ts';

export function demoTextModel(): TextModel {
  return {
    breakDown: async (request) => breakDownByRules(request),
    improveIdea: async (request) => improveIdeaByRules(request),
    improveScene: async (request) => improveSceneByRules(request),
    detectGenres: async (description) => genresByRules(description),
    describeCharacters: async (request) => charactersByRules(request),
    checkKey: async () => ({ valid: true }),
  };
}
