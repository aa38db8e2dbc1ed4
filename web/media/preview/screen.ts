/**
 * Draws the wanted frame on the canvas. Frames that come too late are left out: once a picture is drawn, the newest wanted
 * one is next. With time to spare, what comes next is decoded.
 */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { ClipUnplayable } from './clip-shelf.ts';
import type { MoviePictures } from './movie-pictures.ts';

export type Wanted = { frame: number; isPlaying: boolean };

export type Screen = {
  setCanvas(canvas: OffscreenCanvas): void;
  /** What is shown stays until the next `show`. */
  setPlan(plan: MoviePlan): void;
  show(wanted: Wanted): void;
  /** Stops until the next `show`. */
  rest(): void;
};

export type ScreenEvents = { onShown(frame: number): void; onUnplayable(error: ClipUnplayable): void };

/** Frames that are decoded ahead of the playhead; while it stands, a few, for whoever steps on. */
const AHEAD = { playing: 14, still: 3 };
/** Of the next scene, as soon as this one plays. */
const AHEAD_OF_JOIN = 4;
/** Frames before the wanted one that are kept as they are decoded. */
const KEPT_BEFORE = { goingBack: 24, still: 8 };
/** A seek ends the one before it, unless nothing was drawn for so long: then people see nothing of where they go. */
const LONGEST_BLIND_MS = 150;

export function createScreen(pictures: MoviePictures, events: ScreenEvents): Screen {
  let context: OffscreenCanvasRenderingContext2D | null = null;
  let plan: MoviePlan | null = null;
  let wanted: Wanted | null = null;
  let before = 0;
  /** Ends what is under way. */
  let drawing: AbortController | null = null;
  let looking: AbortController | null = null;
  let isRunning = false;
  let drawnAtMs = 0;
  /** What is on the canvas is the wanted frame of the current plan. */
  let isDrawn = true;

  const draw = async ({ frame }: Wanted, keptBefore: number, signal: AbortSignal): Promise<void> => {
    const picture = await pictures.compose(frame, keptBefore, signal);
    try {
      if (context === null || plan === null || picture === null) return;
      const { canvas } = context;
      if (canvas.width !== plan.width || canvas.height !== plan.height)
        Object.assign(canvas, { width: plan.width, height: plan.height });
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      drawnAtMs = performance.now();
    } finally {
      picture?.close();
    }
    events.onShown(frame);
  };
  const drawWanted = async (): Promise<void> => {
    while (wanted !== null && !isDrawn) {
      const target = wanted;
      isDrawn = true;
      drawing = new AbortController();
      const { signal } = drawing;
      try {
        await draw(target, keptBefore(target, before), signal);
        before = target.frame;
      } catch (error) {
        if (error instanceof ClipUnplayable) events.onUnplayable(error);
        else if (!signal.aborted) throw error;
      }
    }
    drawing = null;
  };
  const lookAhead = async (signal: AbortSignal): Promise<void> => {
    for (const frame of plan === null || wanted === null ? [] : framesAhead(plan, wanted)) {
      if (signal.aborted) return;
      await pictures.prepare(frame, signal);
    }
  };
  const run = async (): Promise<void> => {
    if (isRunning || plan === null) return;
    isRunning = true;
    try {
      await drawWanted();
    } finally {
      isRunning = false;
    }
    looking?.abort();
    looking = new AbortController();
    const { signal } = looking;
    // What fails ahead of time fails again, and is told, when it is wanted.
    await lookAhead(signal).catch(() => undefined);
  };
  return {
    setCanvas(canvas) {
      context = canvas.getContext('2d', { alpha: false });
    },
    setPlan(next) {
      plan = next;
    },
    show(next) {
      const isSeek = !next.isPlaying && next.frame !== wanted?.frame;
      wanted = next;
      isDrawn = false;
      looking?.abort();
      if (isSeek && performance.now() - drawnAtMs < LONGEST_BLIND_MS) drawing?.abort();
      void run();
    },
    rest() {
      wanted = null;
      drawing?.abort();
      looking?.abort();
    },
  };
}

/** Whoever steps back, or has just moved there, may step back again. */
function keptBefore({ frame, isPlaying }: Wanted, before: number): number {
  if (isPlaying) return 0;
  return frame < before ? KEPT_BEFORE.goingBack : KEPT_BEFORE.still;
}

/** In the order in which they are worth decoding. */
function framesAhead(plan: MoviePlan, { frame, isPlaying }: Wanted): number[] {
  const range = (from: number, count: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(count, plan.frameCount - from)) }, (_, at) => from + at);
  if (!isPlaying) return range(frame + 1, AHEAD.still);
  const next = plan.scenes.find(({ startFrame }) => startFrame > frame + AHEAD.playing);
  return [...range(frame + 1, AHEAD.playing), ...(next ? range(next.startFrame, AHEAD_OF_JOIN) : [])];
}
