/** How the demo studio improves a description: what it says stays, and what a camera and a microphone need is added. */
import type { Mood } from '#shared/catalogue/shot-words.ts';
import { limits } from '#shared/limits.ts';
import { composePrompt } from '#shared/rules/compose-prompt.ts';
import type { IdeaRequest, SceneRequest, SceneWords } from '../port.ts';
import { angleLabel, endWithStop, lightOfMood, moodLabel, moodOf, shortened } from './words.ts';

const soundOfMood: Record<Mood, string> = {
  calm: 'a light wind and far-off birds',
  tense: 'short breaths and a low, rising hum',
  joyful: 'voices, footsteps and bright strings',
  melancholic: 'slow rain and a single piano',
  mysterious: 'a creak, then a long silence',
  romantic: 'a quiet room and a warm guitar',
  epic: 'deep drums and a wide choir',
  eerie: 'a whisper of wind and a distant bell',
  playful: 'quick steps and plucked strings',
  hopeful: 'first birdsong and soft strings',
  lonely: 'an empty street and one far engine',
  angry: 'hard steps and a grinding bass',
};

/** Nothing is added twice: what an earlier improvement said is found in the text. */
export function improveIdeaByRules({ description, genreLabels }: IdeaRequest): string {
  const mood = moodOf(`${description} ${genreLabels.join(' ')}`, 0);
  return withSentences(description, [
    `We begin wide, so that the place is understood, and come closer with every turn of the story.`,
    `The light is ${lightOfMood[mood]}; the mood stays ${moodLabel(mood)}.`,
    `We hear ${soundOfMood[mood]}.`,
    `It ends on one still image that answers the first.`,
  ]);
}

/** The scene's own angle, light and movement are used where it has them. */
export function improveSceneByRules(scene: SceneRequest): SceneWords {
  const { metadata } = scene;
  const mood = metadata.mood ?? moodOf(`${scene.title} ${scene.description} ${scene.genreLabels.join(' ')}`, 0);
  const angle = angleLabel(metadata.cameraAngle ?? 'medium').toLowerCase();
  const description = withSentences(scene.description, [
    `The camera holds one ${angle}, ${metadata.movement ?? 'drifting slowly forward'}, with the action in the middle of the frame.`,
    `The light is ${metadata.lighting ?? lightOfMood[mood]}; the mood is ${moodLabel(mood)}.`,
    `We hear ${soundOfMood[mood]}.`,
  ]);
  const prompt = composePrompt({ title: scene.title, description, metadata }, scene.characters);
  return { description, prompt: shortened(prompt, limits.promptLength) };
}

/** The text with every sentence that it doesn't have yet and has room for. */
function withSentences(text: string, sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => !text.includes(sentence))
    .reduce(
      (longer, sentence) =>
        longer.length + sentence.length + 2 > limits.descriptionLength ? longer : `${endWithStop(longer)} ${sentence}`,
      text.trim(),
    );
}
