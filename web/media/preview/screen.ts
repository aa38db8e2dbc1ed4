/**
 * Draws the wanted frame on the canvas. Frames that come too late are left out: once a picture is drawn, the newest wanted
 * one is next. Where the exact picture has to be decoded first, the one of the scrub copy is shown until it is there. With
 * time to spare, what comes next is decoded.
 */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { ClipUnplayable } from './clip-shelf.ts';
import type { MoviePictures } from './movie-pictures.ts';
import { smallPicture } from './scrub-pictures.ts';
import type { ScrubShelf } from './scrub-shelf.ts';
import { createSettling } from './settling.ts';

/** @see previewRequestSchema, `show` */
export type Wanted = { frame: number; isPlaying: boolean; isPassing: boolean };

export type Screen = {
  setCanvas(canvas: OffscreenCanvas): void;
  /** What is shown stays until the next `show`. */
  setPlan(plan: MoviePlan): void;
  show(wanted: Wanted): void;
  /** Stops until the next `show`. */
  rest(): void;
};

export type ScreenEvents = {
  onShown(frame: number): void;
  onScrubbed(frame: number): void;
  onUnplayable(error: ClipUnplayable): void;
};

/** Frames that are decoded ahead of the playhead; while it stands, a few, for whoever steps on. */
const AHEAD = { playing: 14, still: 3 };
/** Of the next scene, as soon as this one plays. */
const AHEAD_OF_JOIN = 4;
/** Frames before the wanted one that are kept as they are decoded. */
const KEPT_BEFORE = { goingBack: 24, still: 4 };
/** A seek ends the one before it, unless nothing was drawn for so long: then people see nothing of where they go. */
const LONGEST_BLIND_MS = 150;
/** While a movie begins to play, and its decoder goes to where that is, small pictures are played. */
const STARTING_MS = 1_000;
/** No exact picture came for so long. */
const LATE_MS = 90;

export function createScreen(pictures: MoviePictures, scrubShelf: ScrubShelf, events: ScreenEvents): Screen {
  let context: OffscreenCanvasRenderingContext2D | null = null;
  let plan: MoviePlan | null = null;
  let wanted: Wanted | null = null;
  let before = 0;
  /** Ends what is under way. */
  let drawing: AbortController | null = null;
  let looking: AbortController | null = null;
  let isRunning = false;
  let isDrawingSmall = false;
  let [drawnAtMs, exactAtMs, startedAtMs] = [0, 0, 0];
  /** Exact pictures so far: a small one that was begun before the last of them comes too late. */
  let exactCount = 0;
  /** What a small picture shows while the movie begins to play. */
  let smallFrame: number | null = null;
  /** What is on the canvas is the wanted frame of the current plan. */
  let isDrawn = true;
  const settling = createSettling();

  const paint = (draw: (on: OffscreenCanvasRenderingContext2D) => void): boolean => {
    if (context === null || plan === null) return false;
    const { canvas } = context;
    if (canvas.width !== plan.width || canvas.height !== plan.height)
      Object.assign(canvas, { width: plan.width, height: plan.height });
    draw(context);
    drawnAtMs = performance.now();
    return true;
  };
  const drawExact = async (target: Wanted, keptBefore: number, signal: AbortSignal): Promise<void> => {
    const { frame, isPlaying } = target;
    const picture = await pictures.compose(frame, keptBefore, signal);
    try {
      // The decoder is still on its way to where small pictures are.
      if (isPlaying && smallFrame !== null && frame < smallFrame && isStarting()) return;
      if (picture !== null && paint((on) => on.drawImage(picture, 0, 0, on.canvas.width, on.canvas.height))) {
        [exactCount, exactAtMs, smallFrame] = [exactCount + 1, drawnAtMs, null];
      }
    } finally {
      picture?.close();
    }
    events.onShown(frame);
  };
  /** @returns whether there is one and nothing better was drawn meanwhile */
  const drawSmall = async ({ frame, isPlaying }: Wanted): Promise<boolean> => {
    if (plan === null || isDrawingSmall) return false;
    const [movie, count] = [plan, exactCount];
    isDrawingSmall = true;
    const small = await smallPicture(movie, frame, scrubShelf).finally(() => (isDrawingSmall = false));
    if (small === null) return false;
    try {
      if (movie !== plan || count !== exactCount || !paint(small.draw)) return false;
    } finally {
      small.close();
    }
    if (isPlaying) smallFrame = frame;
    events.onScrubbed(frame);
    return true;
  };
  const isStarting = (): boolean => performance.now() - startedAtMs < STARTING_MS;
  const isLate = (): boolean => isStarting() && performance.now() - exactAtMs > LATE_MS;

  const drawTarget = async (target: Wanted, signal: AbortSignal): Promise<void> => {
    const isSmallFirst = (!target.isPlaying || isLate()) && !pictures.isAtHand(target.frame);
    const isOneSeek = !target.isPlaying && !target.isPassing && !settling.isOnTheWay();
    const draw = (): Promise<void> => drawExact(target, keptBefore(target, before), signal);
    if (isSmallFirst && isOneSeek) return await drawBoth(target, draw());
    if (isSmallFirst && (await drawSmall(target))) {
      if (target.isPassing) return;
      if (!target.isPlaying) await settling.wait();
      // Somebody moves on: no decoder has to be started for this one.
      if (!isDrawn && !target.isPlaying) return;
    }
    await draw();
  };
  /** The decoder is on its way while the small picture is drawn. */
  const drawBoth = async (target: Wanted, exact: Promise<void>): Promise<void> => {
    // What fails is told by the wait for it.
    exact.catch(() => undefined);
    const isOnTheWay = (await drawSmall(target)) && !isDrawn;
    // Somebody moves on, and the small picture will do.
    if (isOnTheWay) drawing?.abort();
    await exact;
  };
  const drawWanted = async (): Promise<void> => {
    while (wanted !== null && !isDrawn) {
      const target = wanted;
      isDrawn = true;
      drawing = new AbortController();
      const { signal } = drawing;
      try {
        await drawTarget(target, signal);
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
      smallFrame = null;
    },
    show(next) {
      const isSeek = !next.isPlaying && next.frame !== wanted?.frame;
      if (next.isPlaying && wanted?.isPlaying !== true) [startedAtMs, smallFrame] = [performance.now(), null];
      wanted = next;
      isDrawn = false;
      looking?.abort();
      settling.move(isSeek);
      if (isSeek && performance.now() - drawnAtMs < LONGEST_BLIND_MS) drawing?.abort();
      const isHeldUp = isRunning && next.isPlaying && isLate() && !pictures.isAtHand(next.frame);
      if (isHeldUp) void drawSmall(next);
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
function framesAhead(plan: MoviePlan, { frame, isPlaying, isPassing }: Wanted): number[] {
  if (isPassing) return [];
  const range = (from: number, count: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(count, plan.frameCount - from)) }, (_, at) => from + at);
  if (!isPlaying) return range(frame + 1, AHEAD.still);
  const next = plan.scenes.find(({ startFrame }) => startFrame > frame + AHEAD.playing);
  return [...range(frame + 1, AHEAD.playing), ...(next ? range(next.startFrame, AHEAD_OF_JOIN) : [])];
}
