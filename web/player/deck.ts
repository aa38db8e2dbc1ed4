/** One of the two `<video>` elements: holds one clip, cued at a frame, and tells how it gets on. */
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import type { LocatedClip } from './movie-player.ts';

export type DeckEvents = {
  /** Time has passed, a seek has arrived, the clip has ended or has run dry: look again. */
  onChange(): void;
  onFailed(clip: PlanClip, error: unknown): void;
  /** Milliseconds from `play()` until the first frame after the cue was on the screen. */
  onStarted(delayMs: number): void;
};

export type Deck = {
  readonly video: HTMLVideoElement;
  /** The clip that it holds or is opening. */
  clip(): PlanClip | null;
  /** Opens a clip, if it is another, and seeks. Of several seeks in a row only the last is carried out. */
  cue(clip: PlanClip, seconds: number): void;
  /** Whether the picture is that of the last cue, so that its time can be believed. */
  isReady(): boolean;
  play(): void;
  /** As `play`, from a cue that is ready: how long it takes is told by `onStarted`. */
  start(): void;
  pause(): void;
  show(isShown: boolean): void;
  /** Releases the clip and takes the element away. */
  close(): void;
};

type Locate = (clip: PlanClip) => Promise<LocatedClip>;

export function createDeck(stage: HTMLElement, locate: Locate, events: DeckEvents): Deck {
  const video = createVideo(stage);
  let clip: PlanClip | null = null;
  let located: LocatedClip | null = null;
  let wanted: number | null = null;
  let opening = 0;
  let isMeantToPlay = false;

  const seekIfCan = (): void => {
    if (wanted === null || video.readyState < HTMLMediaElement.HAVE_METADATA || video.seeking) return;
    const target = wanted;
    wanted = null;
    // A seek to where it stands would raise no `seeked`.
    if (Math.abs(video.currentTime - target) > 0.001) video.currentTime = target;
  };
  const release = (): void => {
    located?.release();
    located = null;
  };
  const playNow = (): void => {
    video.play().catch((error: unknown) => {
      // A pause that comes before the start is not a failure.
      if (clip && !(error instanceof DOMException && error.name === 'AbortError')) events.onFailed(clip, error);
    });
  };
  const open = async (next: PlanClip): Promise<void> => {
    opening += 1;
    const mine = opening;
    clip = next;
    release();
    video.removeAttribute('src');
    try {
      const found = await locate(next);
      if (mine !== opening) return found.release();
      located = found;
      video.src = found.url;
      if (isMeantToPlay) playNow();
    } catch (error) {
      if (mine === opening) events.onFailed(next, error);
    }
  };

  for (const name of ['loadedmetadata', 'seeked', 'timeupdate', 'ended', 'waiting', 'canplay', 'playing'] as const) {
    video.addEventListener(name, () => {
      seekIfCan();
      events.onChange();
    });
  }
  video.addEventListener('error', () => {
    if (clip && video.hasAttribute('src')) events.onFailed(clip, video.error);
  });

  return {
    video,
    clip: () => clip,
    cue(next, seconds) {
      wanted = seconds;
      if (clip?.sha256 === next.sha256) seekIfCan();
      else void open(next);
    },
    isReady: () => wanted === null && !video.seeking && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
    play() {
      isMeantToPlay = true;
      // Without a source there is nothing to play yet: it begins when the clip has been found.
      if (located) playNow();
    },
    start() {
      isMeantToPlay = true;
      watchStart(video, events.onStarted);
      playNow();
    },
    pause() {
      isMeantToPlay = false;
      video.pause();
    },
    show: (isShown) => {
      video.style.visibility = isShown ? 'visible' : 'hidden';
    },
    close() {
      opening += 1;
      clip = null;
      video.pause();
      video.removeAttribute('src');
      video.load();
      release();
      video.remove();
    },
  };
}

function createVideo(stage: HTMLElement): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.preload = 'auto';
  video.disablePictureInPicture = true;
  // The transport beside the stage is what people and screen readers use.
  video.tabIndex = -1;
  video.setAttribute('aria-hidden', 'true');
  Object.assign(video.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    objectFit: 'contain',
    visibility: 'hidden',
  });
  stage.append(video);
  return video;
}

/** Measures the start by the frames that are shown, where the browser tells of them; else nothing is learned. */
function watchStart(video: HTMLVideoElement, onStarted: (delayMs: number) => void): void {
  if (!('requestVideoFrameCallback' in video)) return;
  const began = performance.now();
  const cue = video.currentTime;
  const watch = (now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
    const moved = mediaTime - cue;
    if (moved > 0) onStarted(now - began - moved * 1_000);
    else if (!video.paused) video.requestVideoFrameCallback(watch);
  };
  video.requestVideoFrameCallback(watch);
}
