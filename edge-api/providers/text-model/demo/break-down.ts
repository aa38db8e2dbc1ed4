/** How the demo studio splits an idea into scenes. */
import type { CameraAngle } from '#shared/catalogue/shot-words.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import { breakdownLengths, longSceneSeconds } from '#shared/rules/breakdown-lengths.ts';
import { composePrompt } from '#shared/rules/compose-prompt.ts';
import { limits } from '#shared/limits.ts';
import type { BreakdownPart, BreakdownRequest, BreakdownScene } from '../port.ts';
import { angleLabel, endWithStop, lightOfMood, moodLabel, moodOf, shortened } from './text-parts.ts';

/** How one beat of the idea is filmed when it fills several scenes. */
const looks: readonly { title: string; lead: string; angle: CameraAngle; movement: string }[] = [
  {
    title: 'The place',
    lead: 'We see the whole place before anything moves',
    angle: 'wide',
    movement: 'slow push in',
  },
  {
    title: 'Closer',
    lead: 'We move close enough to see what is going on',
    angle: 'medium',
    movement: 'gentle drift to the left',
  },
  {
    title: 'A detail',
    lead: 'One small thing fills the frame and says the rest',
    angle: 'close-up',
    movement: 'locked on a tripod',
  },
  {
    title: 'On the move',
    lead: 'We keep up with it, step for step',
    angle: 'tracking',
    movement: 'steady tracking alongside',
  },
  {
    title: 'From above',
    lead: 'Seen from high up, the pattern becomes clear',
    angle: 'aerial',
    movement: 'rising slowly',
  },
  {
    title: 'Through their eyes',
    lead: 'For a moment we see only what they see',
    angle: 'point-of-view',
    movement: 'handheld, breathing',
  },
  {
    title: 'Looking up',
    lead: 'From down here, everything looms larger',
    angle: 'low-angle',
    movement: 'slow tilt up',
  },
  {
    title: 'Over the shoulder',
    lead: 'We stand right behind and look where they look',
    angle: 'over-the-shoulder',
    movement: 'slow turn to the right',
  },
];

/** Splits a part of an idea into scenes: its sentences in order, each filmed differently. */
export function breakDownByRules(request: BreakdownRequest): BreakdownPart {
  const seconds = lengthsOf(request);
  const shares = shareOut(beatsOfPart(request), seconds.length);
  const scenes = shares.map((share, index) => scene(request, share, index, seconds));
  return { scenes, newCast: [] };
}

/** How an idea asks for takes that are longer than a clip. */
const LONG_TAKE = /\b(one take|single take|long takes?|unbroken|uninterrupted|without a cut)\b/i;

/** The first part opens with two long scenes when the idea asks for long takes and the model can make them. */
function lengthsOf({ description, model, part, sceneSeconds }: BreakdownRequest): readonly number[] {
  const row = modelRow(model);
  const long = longSceneSeconds(row);
  const total = sceneSeconds.reduce((sum, seconds) => sum + seconds, 0);
  if (long === null || part.number > 1 || total < 2 * long || !LONG_TAKE.test(description)) return sceneSeconds;
  return [long, long, ...breakdownLengths(total - 2 * long, row)];
}

/** The beats that belong to the part; at least one. */
function beatsOfPart({ description, part }: BreakdownRequest): string[] {
  const beats = beatsOf(description);
  const from = Math.floor(((part.number - 1) * beats.length) / part.count);
  const to = Math.floor((part.number * beats.length) / part.count);
  return beats.slice(from, Math.max(from + 1, to));
}

/** Sentences of the idea; a single long one is split at its commas. */
function beatsOf(idea: string): string[] {
  const sentences =
    idea
      .replace(/\s+/g, ' ')
      .match(/[^.!?…]+[.!?…]*/g)
      ?.map((text) => text.trim())
      .filter(Boolean) ?? [];
  const [only, ...others] = sentences;
  if (only === undefined || others.length > 0) return sentences;
  const clauses = only
    .split(/,\s+|;\s+|\s+—\s+|\s+(?:and then|then|until|but)\s+/i)
    .map((text) => text.trim())
    .filter((text) => text.length > 12);
  return clauses.length > 1 ? clauses : [only];
}

type Share = { beat: string; /** How many looks this beat has had before. */ look: number };

/** Gives every scene its beat, in order: several beats per scene when there are many, several scenes per beat when there are few. */
function shareOut(beats: readonly string[], count: number): Share[] {
  let last = -1;
  let look = 0;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * beats.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * beats.length) / count));
    look = from === last ? look + 1 : 0;
    last = from;
    return { beat: beats.slice(from, to).join(' '), look };
  });
}

function scene(request: BreakdownRequest, share: Share, index: number, seconds: readonly number[]): BreakdownScene {
  const { part } = request;
  // A new beat starts with a different look than the last one ended with.
  const look = looks[(share.look + (share.look === 0 ? index : 0)) % looks.length] ?? looks[0];
  if (!look) throw new Error('There are no looks to film a scene with.');
  const mood = moodOf(`${share.beat} ${request.genreLabels.join(' ')}`, index);
  const metadata = { cameraAngle: look.angle, mood, lighting: lightOfMood[mood], movement: look.movement };
  const isFirst = part.number === 1 && index === 0;
  const isLast = part.number === part.count && index === seconds.length - 1;
  const title = isFirst ? 'Opening' : isLast ? 'The last image' : look.title;
  const words = {
    title: shortened(`${title}: ${keyWords(share.beat)}`, limits.titleLength),
    description: shortened(
      `${endWithStop(share.beat)} ${look.lead}. ${angleLabel(look.angle)}, ${look.movement}; ${lightOfMood[mood]}. The mood is ${moodLabel(mood)}, as befits ${withArticle(request.genreLabels.join(' and ').toLowerCase())} film called “${request.title}”.`,
      limits.descriptionLength,
    ),
    metadata,
  };
  const prompt = shortened(composePrompt(words, request.cast), limits.promptLength);
  return {
    ...words,
    prompt,
    negativePrompt: UNWANTED,
    seconds: seconds[index] ?? modelRow(request.model).defaultDuration,
  };
}

/** What spoils any picture. */
const UNWANTED = 'subtitles, logos, watermarks, scene cuts';

function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

/** The first few words of a beat, without its period. */
function keyWords(beat: string): string {
  const words = beat.replace(/[.!?…,;:]+$/, '').split(' ');
  return words.length <= 7
    ? words.join(' ')
    : `${words
        .slice(0, 7)
        .join(' ')
        .replace(/[,;:]$/, '')}…`;
}
