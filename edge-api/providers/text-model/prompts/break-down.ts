/**
 * What the text model is told when it splits an idea into scenes, and the form in which it must answer.
 *
 * Why the rules are as they are:
 * - One shot a scene, said in the prompt itself: the video model otherwise invents several and cuts between them.
 * - A main action for every three to four seconds, and two and a half words a second: more is rushed or cut off.
 * - Concrete nouns and verbs, camera, lens, light and palette: what is not said is invented, differently each time.
 * - Sound is named, because what is not named is invented, music above all.
 * - What must not be seen is a list of things: a video model that reads "no boats" makes much of the boats.
 * - Each prompt stands alone, and a character has one fixed description: the video model remembers nothing.
 * - Lengths are suggested and may be chosen, because only who tells the story knows which action needs a longer take. The
 *   sum is put right here: text models are poor at sums.
 */
import { z } from 'zod';
import { modelRow } from '#shared/catalogue/models.ts';
import { cameraAngleSchema, moodSchema } from '#shared/catalogue/shot-words.ts';
import { limits } from '#shared/limits.ts';
import { fitSceneLengths, longSceneSeconds } from '#shared/rules/breakdown-lengths.ts';
import { ONE_SHOT, withFixedWords } from '#shared/rules/compose-prompt.ts';
import type { BreakdownPart, BreakdownRequest, CharacterSketch } from '../port.ts';
import { asMaterial, IDEA_IS_DATA, ideaText } from './idea-text.ts';

/** What goes out as JSON Schema: only keywords that the provider knows. */
export const breakdownAnswerSchema = z.object({
  characters: z.array(
    z.object({
      name: z.string().describe('As the scenes call them: one to three words.'),
      description: z
        .string()
        .describe('How they look: age, face, hair, clothes, one mark. At most 40 words, no action, no background.'),
    }),
  ),
  scenes: z.array(
    z.object({
      title: z.string().describe('At most eight words.'),
      description: z.string().describe('What is seen and heard, in the language of the idea: 40 to 90 words.'),
      prompt: z
        .string()
        .describe(
          'The order to the video model, in English unless the idea needs another language: at most 150 words.',
        ),
      negativePrompt: z
        .string()
        .describe('What must not be in the picture: three to eight things, with commas, without "no" or "don\'t".'),
      seconds: z.number().describe('How long the scene is.'),
      cameraAngle: cameraAngleSchema,
      mood: moodSchema,
      lighting: z.string().describe('Light and colour, at most fifteen words.'),
      movement: z.string().describe('How the camera moves, at most ten words.'),
    }),
  ),
});
export type BreakdownAnswer = z.infer<typeof breakdownAnswerSchema>;

export const breakdownInstruction = `You are a film director who prepares a shooting list for a video model.

${IDEA_IS_DATA}

Split the idea, or the part of it that is asked for, into scenes that together tell one story with a beginning, a turn and an end. Use the lengths of the list, in order, unless it says that others may be chosen.

First name in \`characters\` everybody who is in more than one scene and whose looks are not fixed yet, and fix how they look. Nobody who is in the list of fixed characters comes a second time.

For every scene:
- One shot, filmed without a cut. One main action for every three to four seconds.
- Give the subject, the action, the place, the composition and the lens, the light and the palette in concrete nouns and verbs.
- Put speech in quotation marks and name the speaker; never more than two and a half words for each second of the scene.
- Name the sounds: what is heard close by, what is heard around, and whether there is music.
- Call a character by the fixed name. In \`prompt\`, give the fixed description word for word, too.
- In \`negativePrompt\`, list the things that would spoil this scene: what the model might add of itself, and what does not belong to its time and place.
- \`prompt\` must stand alone: the video model sees no other scene. End it with "${ONE_SHOT}"
- No real persons, no brand names, no text in the picture unless the idea asks for it.

Answer with JSON of the given schema and nothing else.`;

/** The user's side of the conversation. */
export function breakdownQuestion(request: BreakdownRequest): string {
  const { part, sceneSeconds, earlier, cast } = request;
  return [
    ideaText(request),
    `Frame: ${request.aspectRatio}`,
    ...(cast.length === 0 ? [] : ['Fixed characters:']),
    ...asMaterial(
      'idea',
      cast.map(({ name, description }) => `${name}: ${description}`),
    ),
    ...(earlier.length === 0 ? [] : ['Scenes that are written already:']),
    ...asMaterial(
      'idea',
      earlier.map(({ title, description }, index) => `${index + 1}. ${title}: ${description}`),
    ),
    ...(part.count === 1 ? [] : [`Write part ${part.number} of ${part.count} of the story, and no other.`]),
    `Scenes (${sceneSeconds.length}):`,
    ...sceneSeconds.map((seconds, index) => `${index + 1}. ${seconds} seconds`),
    ...longScenes(request),
  ].join('\n');
}

/** Two at a time: one alone, of an odd length, would leave a rest that no scene can have. */
function longScenes({ model, sceneSeconds }: BreakdownRequest): string[] {
  const long = longSceneSeconds(modelRow(model));
  if (long === null) return [];
  const total = sceneSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return [
    `Only where an action must not be interrupted, two scenes of ${long} seconds may take the place of others; all scenes together have ${total} seconds.`,
  ];
}

/** Every scene has all of these. */
const WORDS = ['title', 'description', 'prompt', 'negativePrompt', 'lighting', 'movement'] as const;
/** Leaves room for the fixed words of the characters. */
const LONGEST_PROMPT = limits.promptLength / 2;

/** What is wrong with an answer of the right form, as a sentence for the model; null when nothing is. */
export function breakdownProblem({ scenes }: BreakdownAnswer, request: BreakdownRequest): string | null {
  const wanted = request.sceneSeconds.length;
  if (fittedSeconds(scenes, request) === null)
    return `There must be exactly ${wanted} scenes of the listed lengths, not ${scenes.length}.`;
  for (const [index, scene] of scenes.entries()) {
    const where = `Scene ${index + 1}`;
    const empty = WORDS.find((name) => scene[name].trim() === '');
    if (empty !== undefined) return `${where} has an empty ${empty}.`;
    if (scene.title.length > limits.titleLength)
      return `${where}: the title is longer than ${limits.titleLength} characters.`;
    if (scene.description.length > limits.descriptionLength) return `${where}: the description is too long.`;
    if (scene.prompt.length > LONGEST_PROMPT) return `${where}: the prompt is too long.`;
    if (scene.negativePrompt.length > limits.negativePromptLength) return `${where}: the negativePrompt is too long.`;
    if (scene.lighting.length > 300 || scene.movement.length > 300)
      return `${where}: lighting or movement is longer than 300 characters.`;
  }
  return null;
}

/** A usable answer as scenes that fill the part, with the same words for a character in every prompt. */
export function breakdownPart({ characters, scenes }: BreakdownAnswer, request: BreakdownRequest): BreakdownPart {
  const newCast = newcomers(characters, request.cast);
  const cast = [...request.cast, ...newCast];
  const seconds = fittedSeconds(scenes, request) ?? [];
  return {
    newCast,
    scenes: scenes.map((scene, index) => {
      const words = { title: scene.title.trim(), description: scene.description.trim() };
      return {
        ...words,
        prompt: withFixedWords(scene.prompt.trim(), words, cast),
        negativePrompt: scene.negativePrompt.trim(),
        metadata: {
          cameraAngle: scene.cameraAngle,
          mood: scene.mood,
          lighting: scene.lighting.trim(),
          movement: scene.movement.trim(),
        },
        seconds: seconds[index] ?? scene.seconds,
      };
    }),
  };
}

/** Fewer scenes than listed only where some of them are long. */
function fittedSeconds(scenes: BreakdownAnswer['scenes'], request: BreakdownRequest): number[] | null {
  const row = modelRow(request.model);
  const wished = scenes.map(({ seconds }) => seconds);
  const isAsListed = scenes.length === request.sceneSeconds.length;
  const hasLong = wished.some((seconds) => seconds > Math.max(...row.durations));
  const total = request.sceneSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return isAsListed || hasLong ? fitSceneLengths(wished, total, row) : null;
}

/** Characters that can be used and are not known by that name yet. */
function newcomers(found: readonly CharacterSketch[], known: readonly CharacterSketch[]): CharacterSketch[] {
  const names = new Set(known.map(({ name }) => name.trim().toLowerCase()));
  return found.flatMap((character) => {
    const [name, description] = [character.name.trim(), character.description.trim()];
    const isUsable = name !== '' && name.length <= limits.nameLength && description !== '';
    if (!isUsable || description.length > limits.characterDescriptionLength || names.has(name.toLowerCase())) return [];
    names.add(name.toLowerCase());
    return [{ name, description }];
  });
}
