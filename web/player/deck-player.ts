/**
 * Plays a movie plan with two `<video>` decks: while one plays, the other holds the next scene, cued at its in point, and
 * is started a little before the join. The playhead is owned here and nowhere else.
 */
import { fadeLevel } from '#shared/movie/fade-level.ts';
import { overlayOpacity, type MoviePlan, type PlanClip, type PlanScene } from '#shared/movie/movie-plan.ts';
import { frameAtUs, frameTimeUs } from '#shared/movie/time.ts';
import { createDeck, type Deck, type DeckEvents } from './deck.ts';
import { toggleFullscreen } from './fullscreen.ts';
import { createLead } from './lead.ts';
import { createListeners } from './listeners.ts';
import { playableClips } from './locate-clip.ts';
import { createMoves } from './moves.ts';
import type { MoviePlayer, PlayerOptions, PlayerState } from './movie-player.ts';
import { createLoudness } from './loudness.ts';
import { createOverlayCanvas, type OverlayCanvas } from './overlay-canvas.ts';
import {
  inPointUs,
  keepPlace,
  leftToPlayUs,
  movieTimeUs,
  outPointUs,
  overlaysAtClipTime,
  placeAt,
  sceneStartUs,
  sceneVolume,
  seekSeconds,
  soundFadeAt,
  usOfSeconds,
  type Place,
} from './playhead.ts';
import { commonState, holdState } from './player-state.ts';
import { isLasting, type PlaybackFailure } from './playback-failure.ts';
import { ensurePreviewFonts } from './preview-fonts.ts';
import { createTimers } from './timers.ts';
import { effectsLeftOut } from './left-out.ts';
import { CLICK_TO_PLAY, failureSentence, leftOutSentence } from './words.ts';

/** A clip this close to its end is over: the clock rarely lands exactly on it. */
const END_GRACE_US = 2_000;
/** Decks are closed when nobody has looked for so long, unless somebody listens. */
const REST_AFTER_MS = 60_000;

/** For browsers without decoders of their own. Whoever creates a player closes it. */
export function createDeckPlayer(options: PlayerOptions): MoviePlayer {
  return new TwoDeckPlayer(options);
}

/** Its methods are bound, so that they can be handed to hooks as they are. */
class TwoDeckPlayer implements MoviePlayer {
  readonly #stage: HTMLElement;
  readonly #overlays: OverlayCanvas;
  readonly #lead = createLead();
  readonly #listeners = createListeners();
  readonly #held = holdState(() => this.#makeState(), this.#listeners.state);
  readonly #announce = this.#held.announce;
  readonly #closing = new AbortController();
  readonly #timers = createTimers<'rest'>();
  #active: Deck;
  #spare: Deck;
  /** The deck on the screen: the active one, or the previous one until the active one has a picture. */
  #shown: Deck;
  #plan: MoviePlan;
  #timeUs = 0;
  #index = 0;
  #isPlaying = false;
  #isNextStarted = false;
  readonly #loudness = createLoudness(() => {
    this.#setLoudness();
    this.#announce();
  });
  /** Why clips can't be played, by hash. */
  readonly #failures = new Map<string, PlaybackFailure>();
  /** The browser refused to play before a click. */
  #isBlocked = false;
  /** A position in a clip without a picture: it advances by the wall clock. */
  #silentFrom: { atMs: number; clipUs: number } | null = null;
  #frameRequest: number | null = null;
  /** The decks are closed. */
  #isResting = false;

  constructor({ stage, plan, startUs = 0, clips = playableClips }: PlayerOptions) {
    const events: DeckEvents = {
      onChange: () => this.#tick(),
      onStarted: (delayMs) => this.#lead.learn(delayMs),
      onFailed: (clip, failure) => this.#fail(clip, failure),
      onBlocked: () => {
        this.#isBlocked = true;
        this.#stop();
      },
    };
    this.#stage = stage;
    this.#plan = plan;
    this.#active = createDeck(stage, clips, events);
    this.#spare = createDeck(stage, clips, events);
    this.#shown = this.#active;
    this.#overlays = createOverlayCanvas(stage, plan);
    const { signal } = this.#closing;
    document.addEventListener('fullscreenchange', () => this.#announce(), { signal });
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal });
    this.#loadFonts();
    this.#moveTo(startUs);
  }

  readonly getState = this.#held.get;
  readonly subscribe = this.#listeners.onState;
  readonly now = (): number => this.#timeUs;
  readonly onTime = this.#listeners.onTime;
  readonly onTenth = this.#listeners.onTenth;

  readonly play = (): void => {
    if (this.#isPlaying || this.#plan.scenes.length === 0) return;
    this.#moves.stopShuttle();
    this.#isPlaying = true;
    const isAtEnd = frameAtUs(this.#timeUs, this.#plan.fps) >= this.#plan.frameCount - 1;
    this.#isBlocked = false;
    const isCued = this.#active.clip()?.sha256 === this.#scene()?.clip.sha256;
    if (isAtEnd || !isCued) this.#moveTo(isAtEnd ? 0 : this.#timeUs);
    else this.#active.play();
    this.#tick();
  };

  /** Stops on the current frame, and cues the next scene again if it had been started. */
  readonly pause = (): void => {
    this.#moves.stopShuttle();
    const wasNextStarted = this.#isNextStarted;
    this.#stop();
    if (wasNextStarted) this.#cueNext();
    this.#timeUs = frameTimeUs(frameAtUs(this.#timeUs, this.#plan.fps), this.#plan.fps);
    this.#listeners.time(this.#timeUs);
  };

  readonly #moves = createMoves({
    plan: () => this.#plan,
    index: () => this.#index,
    timeUs: () => this.#timeUs,
    pause: () => this.pause(),
    isPlaying: () => this.#isPlaying,
    play: () => this.play(),
    moveTo: (timeUs) => this.#moveTo(timeUs),
    onRate: () => this.#announce(),
  });
  readonly toggle = this.#moves.toggle;
  readonly shuttle = this.#moves.shuttle;
  readonly previous = this.#moves.previous;
  readonly next = this.#moves.next;
  readonly seek = this.#moves.seek;
  readonly seekScene = this.#moves.seekScene;
  readonly step = this.#moves.step;

  readonly setVolume = this.#loudness.setVolume;
  readonly setMuted = this.#loudness.setMuted;
  readonly toggleFullscreen = (): Promise<void> => toggleFullscreen(this.#stage);

  readonly setPlan = (next: MoviePlan): void => {
    if (next === this.#plan) return;
    const before = this.#plan;
    const kept = keepPlace(before, next, this.#timeUs);
    this.#plan = next;
    this.#overlays.setPicture(next);
    this.#loadFonts();
    const place = placeAt(next, kept);
    if (!place || !this.#isUndisturbed(place, before)) return this.#moveTo(kept);
    // The current picture is still right, so it continues without a seek. Only the next scene is cued again.
    this.#index = place.index;
    this.#timeUs = kept;
    this.#setLoudness();
    if (!this.#isNextStarted || this.#spare.clip()?.sha256 !== this.#nextScene()?.clip.sha256) this.#cueNext();
    this.#announce();
    this.#listeners.time(this.#timeUs);
    this.#tick();
  };

  readonly close = (): void => {
    if (this.#closing.signal.aborted) return;
    this.#moves.stopShuttle();
    this.#stop();
    this.#closing.abort();
    this.#timers.cancelAll();
    for (const deck of [this.#active, this.#spare]) deck.close();
    this.#overlays.close();
  };

  /** Reads the clock, draws the overlays, and moves to the next scene when its time has come. */
  #tick(): void {
    if (this.#closing.signal.aborted) return;
    if (this.#shown !== this.#active && this.#isSeen(this.#active)) {
      this.#showDecks();
      this.#cueNext();
    }
    const scene = this.#scene();
    const clipUs = scene && this.#isPlaying ? this.#clipUs(scene) : null;
    if (scene && clipUs !== null) {
      const leftUs = leftToPlayUs(this.#plan, this.#index, clipUs);
      if (leftUs <= END_GRACE_US || this.#hasEnded(scene)) return this.#advance();
      if (leftUs <= this.#lead.ms() * 1_000) this.#startNext();
      this.#timeUs = movieTimeUs(this.#plan, scene, clipUs);
      this.#listeners.time(this.#timeUs);
    }
    this.#draw();
    this.#setLoudness();
    this.#announce();
    if (!this.#isPlaying) return;
    this.#frameRequest ??= requestAnimationFrame(() => {
      this.#frameRequest = null;
      this.#tick();
    });
  }

  /** The position in the clip at the playhead; null while it's being opened or buffering. */
  #clipUs(scene: PlanScene): number | null {
    if (!this.#failures.has(scene.clip.sha256))
      return this.#active.isReady() ? usOfSeconds(this.#active.video.currentTime) : null;
    const clipUs = inPointUs(scene) + this.#timeUs - sceneStartUs(this.#plan, scene);
    this.#silentFrom ??= { atMs: performance.now(), clipUs };
    return this.#silentFrom.clipUs + (performance.now() - this.#silentFrom.atMs) * 1_000;
  }

  #hasEnded({ clip }: PlanScene): boolean {
    return this.#active.clip()?.sha256 === clip.sha256 && this.#active.video.ended;
  }

  #advance(): void {
    const next = this.#nextScene();
    if (!next) {
      this.#stop();
      return this.#moveTo(0);
    }
    const wasStarted = this.#isNextStarted;
    this.#index += 1;
    this.#timeUs = sceneStartUs(this.#plan, next);
    this.#swapDecks();
    this.#silentFrom = null;
    if (this.#active.clip()?.sha256 !== next.clip.sha256) this.#cueActive(next, next.inFrame);
    if (!wasStarted) this.#playActive(next);
    this.#showDecks();
    this.#cueNext();
    this.#announce();
    this.#listeners.time(this.#timeUs);
    this.#tick();
  }

  #onVisibility(): void {
    if (document.visibilityState === 'hidden') return this.#timers.after('rest', REST_AFTER_MS, () => this.#rest());
    this.#timers.cancel('rest');
    if (!this.#isResting) return;
    this.#isResting = false;
    this.#moveTo(this.#timeUs);
    this.#tick();
  }

  #rest(): void {
    if (this.#isPlaying && !this.#loudness.isMuted()) return;
    this.#isResting = true;
    for (const deck of [this.#active, this.#spare]) deck.rest();
  }

  /** Moves the playhead, and the decks with it. */
  #moveTo(wantedUs: number): void {
    this.#isBlocked = false;
    this.#silentFrom = null;
    const place = placeAt(this.#plan, wantedUs);
    if (place) {
      this.#timeUs = movieTimeUs(this.#plan, place.scene, frameTimeUs(place.clipFrame, place.scene.clip.fps));
      if (place.index !== this.#index && this.#isBetterOnSpare(place.scene.clip)) {
        this.#swapDecks();
        if (this.#active !== this.#shown) this.#active.turnTo();
      }
      this.#index = place.index;
      this.#cueActive(place.scene, place.clipFrame);
      if (this.#isPlaying) this.#playActive(place.scene);
      this.#cueNext();
    } else {
      [this.#timeUs, this.#index] = [0, 0];
    }
    this.#showDecks();
    this.#draw();
    this.#announce();
    this.#listeners.time(this.#timeUs);
  }

  /** Cues the current scene. Retries what failed for a passing reason. */
  #cueActive(scene: PlanScene, clipFrame: number): void {
    const failure = this.#failures.get(scene.clip.sha256);
    if (failure && isLasting(failure)) return this.#active.pause();
    this.#failures.delete(scene.clip.sha256);
    this.#active.cue(scene.clip, seekSeconds(scene, clipFrame));
  }

  #playActive({ clip }: PlanScene): void {
    if (!this.#failures.has(clip.sha256)) this.#active.play();
  }

  /** The spare deck has the clip, or neither does. Then it's opened on the spare deck, behind the current picture. */
  #isBetterOnSpare({ sha256 }: PlanClip): boolean {
    if (this.#spare.clip()?.sha256 === sha256) return true;
    return this.#active.clip()?.sha256 !== sha256 && this.#shown === this.#active;
  }

  #startNext(): void {
    const next = this.#nextScene();
    if (this.#isNextStarted || !next || this.#spare.clip()?.sha256 !== next.clip.sha256 || !this.#spare.isReady())
      return;
    this.#isNextStarted = true;
    this.#spare.start();
  }

  #cueNext(): void {
    this.#isNextStarted = false;
    this.#spare.pause();
    // Wait until its picture is no longer needed.
    if (this.#shown === this.#spare) return;
    const next = this.#nextScene();
    if (next && !this.#failures.has(next.clip.sha256)) this.#spare.cue(next.clip, seekSeconds(next, next.inFrame));
  }

  #swapDecks(): void {
    [this.#active, this.#spare] = [this.#spare, this.#active];
  }

  #showDecks(): void {
    if (this.#isSeen(this.#active) || !this.#isSeen(this.#shown)) this.#shown = this.#active;
    const scene = this.#scene();
    const isSomething = scene !== null && !this.#failures.has(scene.clip.sha256);
    for (const deck of [this.#active, this.#spare]) deck.show(isSomething && deck === this.#shown);
    this.#setLoudness();
  }

  /** It has the wanted picture or, as long as places follow each other faster than it seeks, one that was on the way. */
  #isSeen(deck: Deck): boolean {
    return deck.isReady() || deck.hasPicture();
  }

  #stop(): void {
    this.#isPlaying = false;
    this.#isNextStarted = false;
    this.#silentFrom = null;
    if (this.#frameRequest !== null) cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = null;
    this.#active.pause();
    this.#spare.pause();
    this.#announce();
  }

  /** The movie continues without this clip's picture, and without another one in its place. */
  #fail(clip: PlanClip, failure: PlaybackFailure): void {
    if (this.#closing.signal.aborted) return;
    this.#failures.set(clip.sha256, failure);
    if (clip.sha256 !== this.#scene()?.clip.sha256) return;
    this.#shown = this.#active;
    this.#showDecks();
    this.#cueNext();
    this.#tick();
  }

  #isUndisturbed(place: Place, before: MoviePlan): boolean {
    const clipUs = usOfSeconds(this.#active.video.currentTime);
    return (
      before.scenes[this.#index]?.sceneId === place.scene.sceneId &&
      this.#active.clip()?.sha256 === place.scene.clip.sha256 &&
      this.#active.isReady() &&
      clipUs >= inPointUs(place.scene) &&
      clipUs < outPointUs(place.scene)
    );
  }

  #draw(): void {
    const place = placeAt(this.#plan, this.#timeUs);
    if (!place) return this.#overlays.draw([], 1);
    const { index, scene, clipFrame } = place;
    const frame = frameAtUs(this.#timeUs, this.#plan.fps) - scene.startFrame;
    const overlays = overlaysAtClipTime(scene, frameTimeUs(clipFrame, scene.clip.fps));
    const texts = overlays.map((overlay) => ({ overlay, opacity: overlayOpacity(overlay, scene, clipFrame) }));
    this.#overlays.draw(texts, fadeLevel(this.#plan, index, Math.max(0, frame)));
  }

  #loadFonts(): void {
    if (!this.#plan.scenes.some((scene) => scene.overlays.length > 0)) return;
    // If the font can't be loaded, the browser's own font draws the text. The next plan tries again.
    const redraw = (): void => this.#overlays.redraw();
    ensurePreviewFonts().then(redraw, redraw);
  }

  #setLoudness(): void {
    const [scene, next] = [this.#scene(), this.#nextScene()];
    const startUs = scene === null ? 0 : inPointUs(scene) - sceneStartUs(this.#plan, scene);
    if (scene) this.#active.video.volume = this.#volumeAt(scene, this.#index, startUs + this.#timeUs);
    if (next) this.#spare.video.volume = this.#volumeAt(next, this.#index + 1, inPointUs(next));
    for (const deck of [this.#active, this.#spare]) deck.video.muted = this.#loudness.isMuted();
  }

  #volumeAt(scene: PlanScene, index: number, clipUs: number): number {
    return sceneVolume(scene, this.#loudness.volume(), soundFadeAt(this.#plan, index, clipUs));
  }

  #scene(): PlanScene | null {
    return this.#plan.scenes[this.#index] ?? null;
  }

  #nextScene(): PlanScene | null {
    return this.#plan.scenes[this.#index + 1] ?? null;
  }

  #makeState(): PlayerState {
    const scene = this.#scene();
    const failure = scene && (this.#failures.get(scene.clip.sha256) ?? null);
    const [stage, plan, rate, loudness] = [this.#stage, this.#plan, this.#moves.rate(), this.#loudness];
    return {
      ...commonState({ stage, plan, scene, rate, loudness }),
      isPlaying: this.#isPlaying,
      isWaiting: this.#isPlaying && failure === null && !this.#active.isReady(),
      problem: scene && failure ? failureSentence(scene.sceneNumber, failure) : this.#isBlocked ? CLICK_TO_PLAY : null,
      leftOut: leftOutSentence(effectsLeftOut(this.#plan)),
    };
  }
}
