/**
 * Plays a movie plan by the functions that the export writes it by: a worker composes its pictures and renders its sound.
 * The playhead is owned here and nowhere else. Pictures are left out where the worker can't keep up; sound is not.
 */
import { planDurationUs, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import type { PreviewReply } from '#media/preview/client.ts';
import { frameAtUs, frameTimeUs } from '#shared/movie/time.ts';
import { bringWanted, type Brought } from './bring-wanted.ts';
import { createClipStates } from './clip-states.ts';
import { toggleFullscreen } from './fullscreen.ts';
import { createListeners } from './listeners.ts';
import { playableClips } from './locate-clip.ts';
import { createLoudness } from './loudness.ts';
import { createMovieClock, type MovieClock } from './movie-clock.ts';
import { createMoves } from './moves.ts';
import type { MoviePlayer, PlayerOptions, PlayerState } from './movie-player.ts';
import type { PlayableClips } from './playable-clips.ts';
import type { PlaybackFailure } from './playback-failure.ts';
import { commonState, holdState } from './player-state.ts';
import { frameStartUs, keepPlace, placeAt } from './playhead.ts';
import { fontsForWorker } from './preview-fonts.ts';
import { openPreviewScreen, type PreviewScreen } from './preview-worker.ts';
import { createScrubMaker, type ScrubMaker } from './scrub-maker.ts';
import { createSoundOutput, type SoundOutput } from './sound-output.ts';
import { createSoundStream, type SoundStream } from './sound-stream.ts';
import { createTimers } from './timers.ts';
import { createTicker } from './ticker.ts';
import { failureSentence, PREVIEW_STOPPED } from './words.ts';

/** Decoders are closed when nobody has looked for so long. */
const REST_AFTER_MS = 60_000;
/** The audio device is given back when nothing has played for so long. */
const IDLE_AFTER_MS = 20_000;
/** Playing begins without what isn't here by then: the picture or the sound of the first moment. */
const LONGEST_START_MS = 400;
/** Sound is prepared when nobody has moved for so long. It takes its time from the picture: that comes first, if it comes. */
const PREPARE_AFTER_MS = 120;
const PREPARE_WITHOUT_PICTURE_MS = 1_500;

/** Whoever creates a player closes it. */
export function createEnginePlayer(options: PlayerOptions): MoviePlayer {
  return new EnginePlayer(options);
}

/** Its methods are bound, so that they can be handed to hooks as they are. */
class EnginePlayer implements MoviePlayer {
  readonly #stage: HTMLElement;
  readonly #clips: PlayableClips;
  readonly #heard: Pick<PlayerOptions, 'onShown' | 'onScrubbed'>;
  readonly #scrubMaker: ScrubMaker;
  readonly #screen: PreviewScreen;
  readonly #sound: SoundOutput;
  readonly #stream: SoundStream;
  readonly #clock: MovieClock;
  readonly #ticker = createTicker(() => this.#tick());
  readonly #listeners = createListeners();
  readonly #held = holdState(() => this.#makeState(), this.#listeners.state);
  readonly #announce = this.#held.announce;
  readonly #closing = new AbortController();
  readonly #timers = createTimers<'start' | 'prepare' | 'rest' | 'idle'>();
  #plan: MoviePlan;
  /** Where it stands, or where it begins to play. */
  #timeUs = 0;
  #isPlaying = false;
  /** It waits for the first picture and sound, or is late, by a timer alone: a clock beside it, being rounded, may disagree. */
  #starting: 'for-all' | 'late' | null = null;
  readonly #loudness = createLoudness((heard) => {
    this.#sound.setVolume(heard);
    this.#announce();
  });
  #askedFrame: number | null = null;
  #shownFrame: number | null = null;
  /** Of which the exact picture is there. */
  #exactFrame: number | null = null;
  readonly #clipStates = createClipStates();
  #isLost = false;
  #hasFonts = false;

  constructor({ stage, plan, startUs = 0, clips = playableClips, ...heard }: PlayerOptions) {
    this.#stage = stage;
    this.#plan = plan;
    this.#timeUs = frameStartUs(this.#plan, startUs);
    this.#clips = clips;
    this.#heard = heard;
    this.#scrubMaker = createScrubMaker({
      local: clips.local,
      isPlaying: () => this.#isPlaying,
      onMade: (sha256) => this.#screen.send({ type: 'scrub-copy', sha256 }),
    });
    this.#sound = createSoundOutput(() => this.#onContextChange());
    this.#clock = createMovieClock(this.#sound);
    this.#screen = openPreviewScreen(stage, {
      onReply: (reply) => this.#onReply(reply),
      onReplaced: () => this.#tellAll(),
      onLost: () => {
        this.#isLost = true;
        this.#stop();
      },
    });
    this.#stream = createSoundStream(this.#sound, this.#clock, (request) => this.#screen.send(request));
    const { signal } = this.#closing;
    document.addEventListener('fullscreenchange', () => this.#announce(), { signal });
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal });
    this.#tellAll();
    this.#moveTo(startUs);
  }

  readonly getState = this.#held.get;
  readonly subscribe = this.#listeners.onState;
  readonly now = (): number => (this.#clock.isRunning() ? this.#clock.now() : this.#timeUs);
  readonly onTime = this.#listeners.onTime;
  readonly onTenth = this.#listeners.onTenth;

  readonly play = (): void => {
    if (this.#isPlaying || this.#plan.scenes.length === 0 || this.#isLost) return;
    this.#moves.stopShuttle();
    this.#scrubMaker.disturb();
    this.#sound.wake();
    this.#timers.cancel('idle');
    this.#isPlaying = true;
    const isAtEnd = frameAtUs(this.#timeUs, this.#plan.fps) >= this.#plan.frameCount - 1;
    if (isAtEnd) return this.#moveTo(0);
    this.#retryCurrent();
    this.#begin();
  };

  /** Stops on the current frame. */
  readonly pause = (): void => {
    this.#moves.stopShuttle();
    const timeUs = this.now();
    this.#stop();
    this.#timeUs = frameStartUs(this.#plan, timeUs);
    this.#showCurrent();
    this.#prepareSound();
    this.#timers.after('idle', IDLE_AFTER_MS, () => this.#sound.rest());
    this.#listeners.time(this.#timeUs);
  };

  readonly #moves = createMoves({
    plan: () => this.#plan,
    index: () => placeAt(this.#plan, this.#timeUs)?.index ?? 0,
    timeUs: () => this.#timeUs,
    pause: () => this.pause(),
    isPlaying: () => this.#isPlaying,
    play: () => this.play(),
    moveTo: (timeUs) => this.#moveTo(timeUs),
    // The exact picture follows where it ends.
    onRate: () => this.#showAnew(),
  });
  readonly toggle = this.#moves.toggle;
  readonly shuttle = this.#moves.shuttle;
  readonly previous = this.#moves.previous;
  readonly next = this.#moves.next;
  readonly seek = this.#moves.seek;
  readonly seekScene = this.#moves.seekScene;
  readonly step = this.#moves.step;

  readonly setVolume = this.#loudness.setVolume;
  readonly setMuted = (isMuted: boolean): void => {
    // What began to play by itself had no leave to sound; this may be the click that gives it.
    if (!isMuted && this.#isPlaying) this.#sound.wake();
    this.#loudness.setMuted(isMuted);
  };

  readonly toggleFullscreen = (): Promise<void> => toggleFullscreen(this.#stage);

  readonly setPlan = (next: MoviePlan): void => {
    if (next === this.#plan) return;
    const beforeUs = this.now();
    const kept = keepPlace(this.#plan, next, beforeUs);
    this.#plan = next;
    this.#sendPlan();
    [this.#askedFrame, this.#shownFrame, this.#exactFrame] = [null, null, null];
    this.#stream.forget();
    if (next.scenes.length === 0) this.#stop();
    if (!this.#clock.isRunning()) return this.#moveTo(kept);
    this.#clock.shift(Math.round(kept) - beforeUs);
    // What is scheduled plays on until the new plan's sound is there.
    this.#stream.replace(this.#clock.now());
    this.#tick();
  };

  readonly close = (): void => {
    if (this.#closing.signal.aborted) return;
    this.#moves.stopShuttle();
    this.#stop();
    this.#closing.abort();
    this.#scrubMaker.close();
    this.#timers.cancelAll();
    this.#sound.close();
    this.#screen.close();
  };

  /** Reads the clock, asks for its picture, and stops at the end. */
  #tick(): void {
    if (this.#closing.signal.aborted || !this.#isPlaying || !this.#clock.isRunning()) return;
    const timeUs = this.#clock.now();
    if (timeUs >= planDurationUs(this.#plan)) {
      this.#stop();
      return this.#moveTo(0);
    }
    this.#timeUs = timeUs;
    if (this.#isHeldUp()) return this.#begin();
    this.#showCurrent();
    this.#stream.goOn(timeUs);
    this.#announce();
    this.#listeners.time(timeUs);
    this.#ticker.next();
  }

  /** The clip at the playhead is still on its way. */
  #isHeldUp(): boolean {
    const scene = this.#scene();
    return scene !== null && this.#clipStates.isPending(scene.clip.sha256);
  }

  /** Plays from where it stands, as soon as there is something to see and to hear. */
  #begin(): void {
    this.#clock.stop();
    this.#stream.stopPlaying();
    this.#starting = 'for-all';
    this.#showCurrent();
    this.#stream.listen(this.#timeUs);
    this.#timers.after('start', LONGEST_START_MS, () => {
      this.#starting &&= 'late';
      this.#startIfCan();
    });
    this.#startIfCan();
    this.#announce();
  }

  #startIfCan(): void {
    if (!this.#isPlaying || this.#starting === null || this.#isHeldUp()) return;
    const isThere = this.#hasPicture() && this.#stream.isReady() && this.#sound.isRunning();
    if (!isThere && this.#starting !== 'late') return;
    this.#starting = null;
    this.#clock.start(this.#timeUs);
    this.#stream.startPlaying();
    this.#tick();
  }

  #hasPicture(): boolean {
    const frame = frameAtUs(this.#timeUs, this.#plan.fps);
    return this.#shownFrame === frame || this.#failure() !== null || document.visibilityState === 'hidden';
  }

  /** Moves the playhead. What plays goes on playing from there. */
  #moveTo(wantedUs: number): void {
    this.#scrubMaker.disturb();
    this.#clock.stop();
    this.#stream.stopPlaying();
    this.#timeUs = frameStartUs(this.#plan, wantedUs);
    this.#retryCurrent();
    this.#showCurrent();
    if (this.#isPlaying) this.#begin();
    else this.#prepareSound();
    this.#announce();
    this.#listeners.time(this.#timeUs);
  }

  #showCurrent(): void {
    const frame = frameAtUs(this.#timeUs, this.#plan.fps);
    const isSomething = this.#plan.scenes.length > 0 && this.#failure() === null;
    this.#screen.show(isSomething);
    if (!isSomething || frame === this.#askedFrame || document.visibilityState === 'hidden') return;
    this.#askedFrame = frame;
    this.#screen.send({ type: 'show', frame, isPlaying: this.#isPlaying, isPassing: this.#moves.rate() !== 1 });
  }

  #onReply(reply: PreviewReply): void {
    if (this.#closing.signal.aborted) return;
    switch (reply.type) {
      case 'want':
      case 'want-audio':
        void bringWanted(reply, this.#clips, this.#plan).then((brought) => this.#take(brought));
        return;
      case 'opened':
        if (this.#clipStates.open(reply.sha256)) this.#showAnew();
        return this.#startIfCan();
      case 'failed':
        return this.#fail(reply.sha256, reply.failure);
      case 'shown':
        [this.#shownFrame, this.#exactFrame] = [reply.frame, reply.frame];
        if (!this.#isPlaying) this.#prepareSound();
        this.#screen.name(placeAt(this.#plan, frameTimeUs(reply.frame, this.#plan.fps)));
        this.#heard.onShown?.(reply.frame);
        return this.#startIfCan();
      case 'scrubbed':
        this.#shownFrame = reply.frame;
        this.#heard.onScrubbed?.(reply.frame);
        return this.#startIfCan();
      case 'sound':
        this.#stream.take(reply);
        return this.#startIfCan();
    }
  }

  #take(brought: Brought): void {
    if (this.#closing.signal.aborted) return;
    this.#screen.send(brought);
    const { type, sha256, file } = brought;
    const isPlayed = this.#plan.scenes.some(({ clip }) => clip.sha256 === sha256);
    if (type === 'clip' && file === null && isPlayed) this.#fail(sha256, { kind: 'missing' });
  }

  /** The movie goes on without this clip's picture, and without another one in its place. */
  #fail(sha256: string, failure: PlaybackFailure): void {
    this.#clipStates.fail(sha256, failure);
    this.#showCurrent();
    this.#startIfCan();
    this.#announce();
  }

  /** A file that was away is there now. */
  #showAnew(): void {
    this.#askedFrame = null;
    this.#showCurrent();
    this.#announce();
  }

  /** Tries again what failed for a passing reason. */
  #retryCurrent(): void {
    const sha256 = this.#scene()?.clip.sha256;
    if (sha256 === undefined || !this.#clipStates.retry(sha256)) return;
    this.#askedFrame = null;
    this.#screen.send({ type: 'retry', sha256 });
  }

  /** Sound at the playhead is asked for ahead of time, so that playing begins at once. */
  #prepareSound(): void {
    const isPictureThere = this.#exactFrame === frameAtUs(this.#timeUs, this.#plan.fps);
    this.#timers.after('prepare', isPictureThere ? PREPARE_AFTER_MS : PREPARE_WITHOUT_PICTURE_MS, () => {
      if (!this.#isPlaying && this.#plan.scenes.length > 0) this.#stream.listen(this.#timeUs);
    });
  }

  #onContextChange(): void {
    if (this.#clock.follow()) this.#stream.replace(this.#clock.now());
    this.#startIfCan();
  }

  #onVisibility(): void {
    if (document.visibilityState === 'hidden')
      this.#timers.after('rest', REST_AFTER_MS, () => {
        this.#screen.send({ type: 'rest' });
        this.#stream.forget();
        if (!this.#isPlaying) this.#sound.rest();
      });
    else {
      this.#timers.cancel('rest');
      this.#askedFrame = null;
      this.#showCurrent();
    }
    this.#ticker.stop();
    this.#tick();
  }

  /** Everything that a new worker has to know. */
  #tellAll(): void {
    this.#clipStates.forgetOpened();
    [this.#askedFrame, this.#hasFonts] = [null, false];
    this.#sendPlan();
    this.#showCurrent();
    this.#stream.forget();
    if (this.#isPlaying) this.#begin();
  }

  #sendPlan(): void {
    this.#screen.send({ type: 'plan', plan: this.#plan });
    this.#scrubMaker.setClips(this.#plan.scenes.map(({ clip }) => clip));
    if (this.#hasFonts || !this.#plan.scenes.some(({ overlays }) => overlays.length > 0)) return;
    this.#hasFonts = true;
    void fontsForWorker().then((fonts) => this.#screen.send({ type: 'fonts', fonts }));
  }

  #stop(): void {
    [this.#isPlaying, this.#starting] = [false, null];
    if (this.#clock.isRunning()) this.#timeUs = this.#clock.now();
    this.#clock.stop();
    this.#stream.stopPlaying();
    this.#ticker.stop();
    this.#announce();
  }

  #scene(): PlanScene | null {
    return placeAt(this.#plan, this.#timeUs)?.scene ?? null;
  }

  #failure(): PlaybackFailure | null {
    const scene = this.#scene();
    return scene && this.#clipStates.failureOf(scene.clip.sha256);
  }

  #makeState(): PlayerState {
    const [scene, failure] = [this.#scene(), this.#failure()];
    const [stage, plan, rate, loudness] = [this.#stage, this.#plan, this.#moves.rate(), this.#loudness];
    return {
      ...commonState({ stage, plan, scene, rate, loudness }),
      isPlaying: this.#isPlaying,
      isWaiting: this.#isPlaying && failure === null && !this.#clock.isRunning(),
      problem: this.#isLost ? PREVIEW_STOPPED : scene && failure ? failureSentence(scene.sceneNumber, failure) : null,
      leftOut: null,
    };
  }
}
