/** What the parts of the timeline work on: the movie as it is drawn, and the player that shows it. */
import { createContext, use, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SceneRow } from '#data/tables/rows.ts';
import { viewScenes } from '#editor/scene-view.ts';
import { editorSession } from '#editor/session-store.ts';
import { AT_REST, rowsAsDrafted, rowsToPlay, sceneOf, type TimelineMode } from '#editor/timeline-mode.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { Project } from '#shared/entities/project.ts';
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { createSharing, timelineView, type TimelineView } from './strip/timeline-view.ts';

export type TimelineScope = {
  /** Without the draft that is open. */
  rows: readonly SceneRow[];
  plan: MoviePlan;
  /** Music and voice-overs, those that are muted too. */
  audio: Project['audio'];
  /** With it. */
  view: TimelineView;
  mode: TimelineMode;
  /** Null until the stage is on the page, and where there is nothing to play. */
  player: MoviePlayer | null;
};

/** Null where a movie is only looked at. */
const ScopeContext = createContext<TimelineScope | null>(null);
export const TimelineScopeProvider = ScopeContext.Provider;

export function useEditableScope(): TimelineScope | null {
  return use(ScopeContext);
}

export function useScope(): TimelineScope {
  const scope = use(ScopeContext);
  if (scope === null) throw new Error('Nothing can be edited outside of a TimelineEditor.');
  return scope;
}

/** Answers the scope as it is when it is asked. */
export type ScopeNow = () => TimelineScope;

const ScopeNowContext = createContext<ScopeNow | null>(null);
export const ScopeNowProvider = ScopeNowContext.Provider;

/**
 * For what is done with the scope when something is pressed, and draws nothing of it: it isn't drawn again with every move
 * of a drag. Null where a movie is only looked at.
 */
export function useScopeNow(): ScopeNow | null {
  return use(ScopeNowContext);
}

/** The same function for as long as the timeline is open. */
export function useNowOf(scope: TimelineScope): ScopeNow {
  const last = useRef(scope);
  useLayoutEffect(() => {
    last.current = scope;
  });
  return useCallback(() => last.current, []);
}

/** The scope of a project but for its player. */
export function useTimelineView(project: Project, committed: readonly SceneRow[]): Omit<TimelineScope, 'player'> {
  const wanted = useStore(editorSession, (session) => session.mode);
  const [share] = useState(createSharing);
  const { rows, plan } = useMovie(project, committed);
  // What it is about may have been deleted meanwhile, here or on another device.
  const mode = wanted.kind !== 'rest' && sceneOf(plan, wanted.draft.sceneId) === null ? AT_REST : wanted;
  const drafted = rowsAsDrafted(rows, mode);
  return {
    rows,
    plan,
    audio: project.audio,
    mode,
    view: share(timelineView(project, drafted, rowsToPlay(drafted, mode))),
  };
}

/** The movie without the draft: the same objects while a draft changes. */
function useMovie(project: Project, committed: readonly SceneRow[]): Pick<TimelineScope, 'rows' | 'plan'> {
  const released = useStore(editorSession, (session) => session.released);
  const rows = viewScenes(committed, released);
  return { rows, plan: moviePlan(project, rows) };
}

/** The scene that is worked on: its row, and its part in the movie; both null where there is none. */
export function useSelected(movie: Pick<TimelineScope, 'rows' | 'plan'>): Selected {
  const sceneId = useStore(editorSession, ({ selectedSceneId }) => selectedSceneId);
  return selectedOf(movie, sceneId);
}

type Selected = { row: SceneRow | null; scene: PlanScene | null };

export function selectedOf({ rows, plan }: Pick<TimelineScope, 'rows' | 'plan'>, sceneId: string | null): Selected {
  return { row: rows.find((row) => row.id === sceneId && !row.isExtension) ?? null, scene: sceneOf(plan, sceneId) };
}
