/** The movie as a list: its scenes, each with its texts and with the join to the next scene, then its sound. Pure. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { inPointUs, movieTimeUs, outPointUs, sceneStartUs } from '#player/playhead.ts';
import type { SceneStatus, Transition } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber, frameTimeUs, secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import { takenSeconds } from '../strip/joins.ts';
import type { Block } from '../strip/timeline-layout.ts';
import type { TimelineView } from '../strip/timeline-view.ts';

type ItemBase = {
  /** Tells rows of the list apart, whatever moves. */
  id: string;
  sceneId: string;
  /** In the movie; null for what isn’t in it. */
  startUs: number | null;
  /** What is seen of it; null where it has no length. */
  seconds: number | null;
};

export type SceneItem = ItemBase & {
  kind: 'scene';
  number: number;
  title: string;
  poster: string | null;
  status: SceneStatus;
  /** Its part in the movie; null while it has no clip. */
  planned: PlanScene | null;
  /** Seconds that a trim leaves out. */
  cut: { start: number; end: number };
  /** Seconds of the clip’s parts: one, and one more for each extension. */
  segments: readonly number[];
};

export type TextItem = ItemBase & {
  kind: 'text';
  /** Among the scene’s texts. */
  index: number;
  overlay: TextOverlay;
  isHidden: boolean;
};

export type JoinItem = ItemBase & { kind: 'join'; next: number; transition: Transition | null };

/** A piece of music or a voice-over; it belongs to the movie, and to no scene. */
export type SoundItem = Omit<ItemBase, 'sceneId'> & {
  kind: 'sound';
  sceneId: null;
  piece: MovieAudio;
  startUs: number;
  /** 0 where nothing of it is heard. */
  seconds: number;
};

export type ListItem = SceneItem | TextItem | JoinItem | SoundItem;

/** A scene with what belongs to it, in the order of time. */
export type ListGroup = { scene: SceneItem; items: readonly (TextItem | JoinItem)[] };

export function listGroups({ layout, plan, rows }: TimelineView): ListGroup[] {
  const texts = new Map(rows.map((row) => [row.id, row.textOverlays]));
  const planned = new Map(plan.scenes.map((scene) => [scene.sceneId, scene]));
  const after = new Map(plan.scenes.map((scene, index) => [scene.sceneId, plan.scenes[index + 1] ?? null]));
  return layout.blocks.map((block) => {
    const scene = planned.get(block.sceneId) ?? null;
    const next = after.get(block.sceneId) ?? null;
    return {
      scene: sceneItem(plan, block, scene),
      items: scene
        ? [...textItems(plan, scene, texts.get(block.sceneId) ?? []), ...(next ? [joinItem(plan, scene, next)] : [])]
        : [],
    };
  });
}

/** The rows that are shown. @param folded ids of the scenes whose items are not */
export function listRows(
  groups: readonly ListGroup[],
  folded: ReadonlySet<string>,
  sounds: readonly SoundItem[] = [],
): ListItem[] {
  return [...groups.flatMap(({ scene, items }) => (folded.has(scene.id) ? [scene] : [scene, ...items])), ...sounds];
}

function sceneItem(plan: MoviePlan, block: Block, planned: PlanScene | null): SceneItem {
  const { sceneId, sceneNumber: number, title, poster, status } = block;
  const rate = planned ? fpsNumber(planned.clip.fps) : 1;
  return {
    kind: 'scene',
    id: sceneId,
    sceneId,
    number,
    title,
    poster,
    status,
    planned,
    startUs: planned && sceneStartUs(plan, planned),
    seconds: planned ? secondsFromUs(outPointUs(planned) - inPointUs(planned)) : block.seconds,
    cut: planned
      ? { start: planned.inFrame / rate, end: (planned.clip.frameCount - planned.outFrame) / rate }
      : { start: 0, end: 0 },
    segments: block.segments.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds),
  };
}

function textItems(plan: MoviePlan, scene: PlanScene, overlays: readonly TextOverlay[]): TextItem[] {
  const [inUs, outUs] = [inPointUs(scene), outPointUs(scene)];
  return overlays
    .map((overlay, index): TextItem => {
      const startUs = Math.max(usFromSeconds(overlay.startTime), inUs);
      const seenUs = Math.max(0, Math.min(usFromSeconds(overlay.endTime), outUs) - startUs);
      return {
        kind: 'text',
        id: `${scene.sceneId}/${overlay.id ?? index}`,
        sceneId: scene.sceneId,
        index,
        overlay,
        isHidden: seenUs === 0,
        startUs: movieTimeUs(plan, scene, startUs),
        seconds: secondsFromUs(seenUs),
      };
    })
    .toSorted((a, b) => a.overlay.startTime - b.overlay.startTime);
}

function joinItem(plan: MoviePlan, scene: PlanScene, next: PlanScene): JoinItem {
  const endUs = frameTimeUs(scene.startFrame + scene.frameCount, plan.fps);
  const taken = takenSeconds(plan, scene, next);
  return {
    kind: 'join',
    id: `${scene.sceneId}/join`,
    sceneId: scene.sceneId,
    next: next.sceneNumber,
    transition: scene.transition,
    startUs: Math.max(0, endUs - usFromSeconds(taken)),
    seconds: scene.transition === null ? null : scene.transition.kind === 'fade-black' ? taken * 2 : taken,
  };
}
