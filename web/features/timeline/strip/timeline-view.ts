/** Everything that the strip is drawn from. */
import { moviePlan, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { timelineLayout, type TimelineLayout } from './timeline-layout.ts';
import type { TimelineRow } from './timeline-row.ts';

export type TimelineView = {
  rows: readonly TimelineRow[];
  layout: TimelineLayout;
  /** The movie as it will be: what ruler, texts and lengths speak of. */
  plan: MoviePlan;
  /** The movie as the player has it: as `plan`, but a scene that is being trimmed is whole. */
  played: MoviePlan;
};

type PlanProject = Parameters<typeof moviePlan>[0];
type PlanRows = readonly (TimelineRow & Parameters<typeof moviePlan>[1][number])[];

/** @param playedRows the same scenes as the player is to have them */
export function timelineView(project: PlanProject, rows: PlanRows, playedRows: PlanRows = rows): TimelineView {
  const plan = moviePlan(project, rows);
  const played = playedRows === rows ? plan : moviePlan(project, playedRows);
  return { rows, plan, played, layout: timelineLayout(played, rows) };
}
