/** How the demo studio improves a description: it keeps what is there and adds what a camera and a microphone need. */
import type { Mood } from '#shared/catalogue/shot-words.ts';
import { limits } from '#shared/limits.ts';
import { composePrompt } from '#shared/rules/compose-prompt.ts';
import type { IdeaRequest, SceneRequest, SceneWords } from '../port.ts';
import { angleLabel, endWithStop, lightOfMood, moodLabel, moodOf, shortened } from './text-parts.ts';

const soundOfMood: Record<Mood, string> = {
  calm: 'a light wind and distant birds',
  tense: 'short breaths and a low, rising hum',
  joyful: 'voices, footsteps, and bright strings',
  melancholic: 'slow rain and a single piano',
  mysterious: 'a creak, then a long silence',
  romantic: 'a quiet room and a warm guitar',
  epic: 'deep drums and a wide choir',
  eerie: 'a whisper of wind and a distant bell',
  playful: 'quick steps and plucked strings',
  hopeful: 'first birdsong and soft strings',
  lonely: 'an empty street and one distant engine',
  angry: 'hard footsteps and a grinding bass',
};

/** A sentence in two parts. The lead also shows that an earlier improvement has already added it. */
type Addition = readonly [lead: string, rest: string];

export function improveIdeaByRules({ description, genreLabels }: IdeaRequest): string {
  const mood = moodOf(`${description} ${genreLabels.join(' ')}`, 0);
  return withAdditions(description, [
    ['We begin wide', ' to show the place, then move closer with every turn of the story.'],
    ['Light and color:', ` ${lightOfMood[mood]}; the mood stays ${moodLabel(mood)}.`],
    ['We hear', ` ${soundOfMood[mood]}.`],
    ['It ends on one still image', ' that answers the first.'],
  ]);
}

/** Uses the scene's own angle, light, and movement where it has them. */
export function improveSceneByRules(scene: SceneRequest): SceneWords {
  const { metadata } = scene;
  const mood = metadata.mood ?? moodOf(`${scene.title} ${scene.description} ${scene.genreLabels.join(' ')}`, 0);
  const angle = angleLabel(metadata.cameraAngle ?? 'medium').toLowerCase();
  const movement = metadata.movement ?? 'drifting slowly forward';
  const description = withAdditions(scene.description, [
    ['The camera holds', ` one ${angle}, ${movement}, with the action in the middle of the frame.`],
    ['Light and color:', ` ${metadata.lighting ?? lightOfMood[mood]}; the mood is ${moodLabel(mood)}.`],
    ['We hear', ` ${soundOfMood[mood]}.`],
  ]);
  const prompt = composePrompt({ title: scene.title, description, metadata }, scene.characters);
  return { description, prompt: shortened(prompt, limits.promptLength) };
}

/** The text with every addition that is missing and still fits. */
function withAdditions(text: string, additions: readonly Addition[]): string {
  return additions
    .filter(([lead]) => !text.includes(lead))
    .map((parts) => parts.join(''))
    .reduce(
      (longer, sentence) =>
        longer.length + sentence.length + 2 > limits.descriptionLength ? longer : `${endWithStop(longer)} ${sentence}`,
      text.trim(),
    );
}
