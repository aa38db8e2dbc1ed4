/** How the demo studio splits an idea into scenes: it tells one of its stories with the idea's nouns. */
import { modelRow } from '#shared/catalogue/models.ts';
import { breakdownLengths, longSceneSeconds } from '#shared/rules/breakdown-lengths.ts';
import { composePrompt } from '#shared/rules/compose-prompt.ts';
import { limits } from '#shared/limits.ts';
import type { BreakdownPart, BreakdownRequest, BreakdownScene } from '../port.ts';
import type { Beat } from './arcs/arc.ts';
import { chooseStory } from './choose-story.ts';
import { ordersOf } from './orders.ts';
import { planBeats } from './plan-beats.ts';
import { rankPictures, shownAt, type Shown } from './plan-pictures.ts';
import { told, titled, type Cast } from './template.ts';
import { shortened } from './text-parts.ts';

/** Longer titles don't fit on a card. */
const TITLE_LENGTH = 60;

/** The scenes of a part of a movie. Each says first what its picture shows, then what happens. */
export function breakDownByRules(request: BreakdownRequest): BreakdownPart {
  const { part, earlier } = request;
  const seconds = lengthsOf(request);
  const story = chooseStory(request);
  const beats = planBeats(story.arc, { ...part, scenes: seconds.length, earlier: earlier.length });
  const movie = { ...rankPictures(story.text, `${request.title} ${request.description}`), partCount: part.count };
  const orders = ordersOf(request.description, { ...part, scenes: beats.length });
  const scenes = beats.map((beat, index) => {
    const isLast = part.number === part.count && index === beats.length - 1;
    const shown = shownAt(movie, earlier.length + index, isLast);
    return {
      ...scene(request, story.cast, beat, shown, orders.get(index) ?? []),
      seconds: seconds[index] ?? modelRow(request.model).defaultDuration,
    };
  });
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

function scene(
  request: BreakdownRequest,
  cast: Cast,
  [title, line, mood]: Beat,
  { seen: [seen, cameraAngle, movement], light }: Shown,
  orders: readonly string[],
): Omit<BreakdownScene, 'seconds'> {
  const words = {
    title: shortened(titled(title, cast), TITLE_LENGTH),
    description: [seen, told(line, cast), ...orders].join(' '),
    metadata: { cameraAngle, mood, lighting: light, movement },
  };
  const prompt = shortened(composePrompt(words, request.cast), limits.promptLength);
  return { ...words, prompt, negativePrompt: UNWANTED };
}

/** What spoils any picture. */
const UNWANTED = 'subtitles, logos, watermarks, scene cuts';
