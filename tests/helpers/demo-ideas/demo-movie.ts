/** What the demo studio makes of an idea. */
import { breakDownByRules } from '#edge-api/providers/text-model/demo/break-down.ts';
import type { BreakdownScene } from '#edge-api/providers/text-model/port.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import { breakdownLengths, breakdownParts } from '#shared/rules/breakdown-lengths.ts';
import type { DemoIdea } from './ideas.ts';

export const ideaRequest = ({ title, description, genres }: DemoIdea) => ({
  title,
  description,
  genreLabels: genres.map((id) => genreLabels([id])),
});

/** The whole movie, asked for part by part. */
export function demoMovie(idea: DemoIdea, targetSeconds: number): BreakdownScene[] {
  const model = 'veo-3.1';
  const parts = breakdownParts(targetSeconds);
  return parts.reduce<BreakdownScene[]>((earlier, seconds, index) => {
    const { scenes } = breakDownByRules({
      ...ideaRequest(idea),
      model,
      aspectRatio: '16:9',
      part: { number: index + 1, count: parts.length },
      sceneSeconds: breakdownLengths(seconds, modelRow(model)),
      earlier,
      cast: [],
    });
    return [...earlier, ...scenes];
  }, []);
}
