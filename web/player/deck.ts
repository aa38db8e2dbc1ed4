/** One of the two `<video>` elements: holds one clip, cued at a frame, and reports its progress. */
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import type { ClipLease, PlayableClip, PlayableClips } from './playable-clips.ts';
import { canDecode, failureOf, type PlaybackFailure } from './playback-failure.ts';

export type DeckEvents = {
  /** Time has passed, a seek has finished, or the clip has ended or stalled: check again. */
  onChange(): void;
  /** The clip failed twice: the deck is empty. */
  onFailed(clip: PlanClip, failure: PlaybackFailure): void;
  /** The browser needs a click before it plays sound. */
  onBlocked(): void;
  /** Milliseconds from `play()` to the first frame after the cue. */
  onStarted(delayMs: number): void;
};

export type Deck = {
  readonly video: HTMLVideoElement;
  /** The clip that is open or being opened; null after a failure. */
  clip(): PlanClip | null;
  /** Opens the clip if it's a different one, and seeks. Of several seeks in a row, only the last is carried out. */
  cue(clip: PlanClip, seconds: number): void;
  /** Whether the picture is the cued one, so that its time is reliable. */
  isReady(): boolean;
  /** Whether it shows a picture that was sought since the clip was opened or `turnTo` was called, be it the cued one or not. */
  hasPicture(): boolean;
  /** The deck is to be looked at: what it shows was cued for another place. */
  turnTo(): void;
  play(): void;
  /** Like `play`, from a cue that is ready. `onStarted` reports how long it takes. */
  start(): void;
  pause(): void;
  show(isShown: boolean): void;
  /** Releases the clip. The next cue opens it again. */
  rest(): void;
  /** Releases the clip and removes the element. */
  close(): void;
};

/** After playing this far past an error, a deck may be reopened again. */
const RECOVERED_AFTER_SECONDS = 2;
/** While places follow each other faster than it seeks, each picture is shown for a frame of the screen. */
const LOOK_MS = 20;

export function createDeck(stage: HTMLElement, clips: PlayableClips, events: DeckEvents): Deck {
  return new VideoDeck(createVideo(stage), clips, events);
}

class VideoDeck implements Deck {
  readonly video: HTMLVideoElement;
  readonly #clips: PlayableClips;
  readonly #events: DeckEvents;
  #clip: PlanClip | null = null;
  #lease: ClipLease | null = null;
  /** The leased clip; null until it's there. */
  #opened: PlayableClip | null = null;
  /** The pending seek, in seconds. */
  #wanted: number | null = null;
  /** Where the clip was reopened after an error. */
  #reopenedAt: number | null = null;
  #opening = 0;
  #isMeantToPlay = false;
  #hasSought = false;
  /** What was sought last has not been on the screen for long enough. */
  #isLookedAt = false;

  constructor(video: HTMLVideoElement, clips: PlayableClips, events: DeckEvents) {
    this.video = video;
    this.#clips = clips;
    this.#events = events;
    video.addEventListener('seeked', () => {
      this.#hasSought = this.#opened !== null;
      this.#isLookedAt = true;
      setTimeout(() => {
        this.#isLookedAt = false;
        this.#seekIfCan();
        events.onChange();
      }, LOOK_MS);
    });
    for (const name of ['loadedmetadata', 'seeked', 'timeupdate', 'ended', 'waiting', 'canplay', 'playing'] as const)
      video.addEventListener(name, () => {
        this.#seekIfCan();
        if (Math.abs(video.currentTime - (this.#reopenedAt ?? Number.NaN)) > RECOVERED_AFTER_SECONDS)
          this.#reopenedAt = null;
        events.onChange();
      });
    video.addEventListener('error', () => void this.#onError());
  }

  readonly clip = (): PlanClip | null => this.#clip;

  readonly cue = (next: PlanClip, seconds: number): void => {
    this.#wanted = seconds;
    if (this.#clip?.sha256 === next.sha256) return this.#seekIfCan();
    this.#reopenedAt = null;
    void this.#open(next);
  };

  readonly isReady = (): boolean =>
    this.#opened !== null &&
    this.#wanted === null &&
    !this.video.seeking &&
    this.video.error === null &&
    this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;

  readonly hasPicture = (): boolean => this.#opened !== null && this.#hasSought && this.video.error === null;

  readonly turnTo = (): void => {
    this.#hasSought = false;
  };

  readonly play = (): void => {
    this.#isMeantToPlay = true;
    // Without a source there is nothing to play yet. It starts when the clip is found.
    if (this.#opened) this.#playNow();
  };

  readonly start = (): void => {
    this.#isMeantToPlay = true;
    watchStart(this.video, this.#events.onStarted);
    this.#playNow();
  };

  readonly pause = (): void => {
    this.#isMeantToPlay = false;
    this.video.pause();
  };

  readonly show = (isShown: boolean): void => {
    this.video.style.visibility = isShown ? 'visible' : 'hidden';
  };

  readonly rest = (): void => this.#empty();

  readonly close = (): void => {
    this.#empty();
    this.video.remove();
  };

  #seekIfCan(): void {
    const { video } = this;
    // Until the new clip is found, the element holds the previous one.
    if (this.#opened === null || this.#wanted === null || video.seeking || this.#isLookedAt) return;
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const target = this.#wanted;
    this.#wanted = null;
    // A seek to the current time would fire no `seeked`.
    if (Math.abs(video.currentTime - target) > 0.001) video.currentTime = target;
  }

  async #open(next: PlanClip): Promise<void> {
    this.#release();
    const mine = this.#opening;
    this.#clip = next;
    this.video.removeAttribute('src');
    const lease = this.#clips.borrow(next);
    this.#lease = lease;
    try {
      const opened = await lease.clip;
      if (mine !== this.#opening) return;
      this.#opened = opened;
      this.video.src = opened.url;
      if (this.#isMeantToPlay) this.#playNow();
    } catch {
      if (mine === this.#opening) this.#giveUp(next, { kind: 'missing' });
    }
  }

  #playNow(): void {
    this.video.play().catch((error: unknown) => {
      // A pause before the start isn't a failure, and `error` reports errors of the file.
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#events.onBlocked();
    });
  }

  async #onError(): Promise<void> {
    const [clip, opened, { error }] = [this.#clip, this.#opened, this.video];
    // Removing the source fires an error of its own.
    if (clip === null || opened === null || !this.video.hasAttribute('src')) return;
    const mine = this.#opening;
    if (this.#reopenedAt === null) {
      const at = this.#wanted ?? this.video.currentTime;
      [this.#reopenedAt, this.#wanted] = [at, at];
      return await this.#open(clip);
    }
    const canPlay = await canDecode(opened.codec, clip);
    if (mine === this.#opening) this.#giveUp(clip, failureOf(error, opened, canPlay));
  }

  /** The next cue opens the clip again. */
  #giveUp(clip: PlanClip, failure: PlaybackFailure): void {
    this.#empty();
    this.#events.onFailed(clip, failure);
  }

  #empty(): void {
    this.#release();
    [this.#clip, this.#wanted] = [null, null];
    this.video.pause();
    this.video.removeAttribute('src');
    this.video.load();
  }

  #release(): void {
    this.#opening += 1;
    this.#opened = null;
    this.#hasSought = false;
    this.#lease?.giveBack();
    this.#lease = null;
  }
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

/** Measures the start by presented frames, if the browser reports them. */
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
