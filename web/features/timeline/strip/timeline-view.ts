/** Everything that the strip is drawn from. */
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { timelineLayout, type TimelineLayout } from './timeline-layout.ts';
import type { TimelineRow } from './timeline-row.ts';

/** What is drawn of a scene in its place, wherever in the movie that is. */
export type SceneLook = Omit<PlanScene, 'startFrame'>;

export type TimelineView = {
  rows: readonly TimelineRow[];
  layout: TimelineLayout;
  /** The movie as it will be: what ruler, texts and lengths speak of. */
  plan: MoviePlan;
  /** The movie as the player has it: as `plan`, but a scene that is being trimmed is whole. */
  played: MoviePlan;
  /** Of the plan's scenes, by their ids. */
  looks: ReadonlyMap<string, SceneLook>;
};

type PlanProject = Parameters<typeof moviePlan>[0];
type PlanRows = readonly (TimelineRow & Parameters<typeof moviePlan>[1][number])[];

/** @param playedRows the same scenes as the player is to have them */
export function timelineView(project: PlanProject, rows: PlanRows, playedRows: PlanRows = rows): TimelineView {
  const plan = moviePlan(project, rows);
  const played = playedRows === rows ? plan : moviePlan(project, playedRows);
  return { rows, plan, played, layout: timelineLayout(played, rows), looks: looksOf(plan) };
}

function looksOf({ scenes }: MoviePlan): Map<string, SceneLook> {
  return new Map(
    scenes.map((scene) => {
      const { startFrame: _, ...look } = scene;
      return [scene.sceneId, look];
    }),
  );
}

/**
 * Gives views whose scenes are the same objects as in the view before, where they are equal: a drag makes a new view with
 * every move, and what has not changed is not drawn again.
 */
export function createSharing(): (view: TimelineView) => TimelineView {
  let last: TimelineView | null = null;
  return (view) => {
    last = last === null ? view : sharedWith(last, view);
    return last;
  };
}

function sharedWith(before: TimelineView, view: TimelineView): TimelineView {
  const blocks = view.layout.blocks.map((block) => formerIfSame(before.layout.byScene.get(block.sceneId), block));
  const isSame =
    blocks.length === before.layout.blocks.length && blocks.every((block, at) => block === before.layout.blocks[at]);
  const byScene = new Map(blocks.map((block) => [block.sceneId, block]));
  return {
    ...view,
    layout: isSame ? before.layout : { ...view.layout, blocks, byScene },
    looks: new Map([...view.looks].map(([id, look]) => [id, formerIfSame(before.looks.get(id), look)])),
  };
}

function formerIfSame<T>(former: T | undefined, now: T): T {
  return former !== undefined && sameValue(former, now) ? former : now;
}

/** Gives the view before for as long as all that is heard, and the places of all scenes, are as they were in it. */
export function createHearing(): (view: TimelineView) => TimelineView {
  let last: TimelineView | null = null;
  return (view) => {
    if (last === null || !soundsSame(last, view)) last = view;
    return last;
  };
}

function soundsSame(one: TimelineView, other: TimelineView): boolean {
  return (
    lengthsSame(one.layout, other.layout) &&
    planSoundsSame(one.plan, other.plan) &&
    planSoundsSame(one.played, other.played)
  );
}

function lengthsSame(one: TimelineLayout, other: TimelineLayout): boolean {
  return (
    one.blocks.length === other.blocks.length &&
    one.blocks.every((block, at) => {
      const now = other.blocks[at];
      return block === now || (block.left === now?.left && block.width === now.width && block.seconds === now.seconds);
    })
  );
}

function planSoundsSame(one: MoviePlan, other: MoviePlan): boolean {
  return (
    one.projectId === other.projectId &&
    one.frameCount === other.frameCount &&
    sameValue([one.fps, one.audio], [other.fps, other.audio]) &&
    one.scenes.length === other.scenes.length &&
    one.scenes.every((scene, at) => sceneSoundsSame(scene, other.scenes[at]))
  );
}

/** All of a scene that has a say in how it sounds and when. */
const HEARD = [
  'sceneId',
  'inFrame',
  'outFrame',
  'startFrame',
  'frameCount',
  'gainDb',
  'muted',
  'fadeInSeconds',
  'fadeOutSeconds',
] as const satisfies readonly (keyof PlanScene)[];

function sceneSoundsSame(one: PlanScene, other: PlanScene | undefined): boolean {
  return (
    other !== undefined &&
    HEARD.every((field) => one[field] === other[field]) &&
    one.clip.sha256 === other.clip.sha256 &&
    sameValue(one.transition, other.transition)
  );
}
