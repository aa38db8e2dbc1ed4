/** The preview's worker: draws the movie's pictures on the player's canvas, and renders its sound. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { loadOverlayFonts, type FontSet, type OverlayFont } from '../compositor/overlay-fonts.ts';
import { createAudioShelf } from './audio-shelf.ts';
import { createClipShelf, type ClipUnplayable } from './clip-shelf.ts';
import { createMoviePictures, type MoviePictures } from './movie-pictures.ts';
import { createMovieSound, type MovieSound } from './movie-sound.ts';
import { createPictureCache } from './picture-cache.ts';
import { previewRequestSchema, type PreviewReply, type PreviewRequest } from './protocol.ts';
import { createScreen, type Screen } from './screen.ts';
import { createScrubShelf } from './scrub-shelf.ts';
import { createSoundFeed, type SoundFeed } from './sound-feed.ts';

type WorkerScope = Pick<DedicatedWorkerGlobalScope, 'postMessage' | 'addEventListener'> & { fonts: FontSet };
declare const self: WorkerScope;

const MEGABYTE = 2 ** 20;
/** For decoded pictures, 46 of 720p (1.3 MB each), and for scrub copies; less where the device has little memory. */
const BUDGETS = {
  usual: { pictures: 64 * MEGABYTE, scrubCopies: 24 * MEGABYTE },
  little: { pictures: 40 * MEGABYTE, scrubCopies: 8 * MEGABYTE },
};
const LITTLE_MEMORY_GB = 4;

const budget = hasLittleMemory() ? BUDGETS.little : BUDGETS.usual;
const cache = createPictureCache(budget.pictures);
const scrubShelf = createScrubShelf(budget.scrubCopies);
const shelf = createClipShelf({
  onWanted: (sha256) => send({ type: 'want', sha256 }),
  onOpened: (sha256) => send({ type: 'opened', sha256 }),
});

const audioShelf = createAudioShelf((sha256) => send({ type: 'want-audio', sha256 }));

let bring: () => void = () => undefined;
const fontsBrought = new Promise<void>((resolve) => (bring = resolve));

type Engine = { pictures: MoviePictures; screen: Screen; sound: MovieSound; feed: SoundFeed };
let engine: Engine | null = null;
let canvas: OffscreenCanvas | null = null;

self.addEventListener('message', (event: MessageEvent<unknown>) => carryOut(previewRequestSchema.parse(event.data)));

// The page hears of errors alone, and nothing works on without what failed.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});

function carryOut(request: PreviewRequest): void {
  switch (request.type) {
    case 'canvas':
      canvas = request.canvas;
      return;
    case 'plan':
      return setPlan(request.plan);
    case 'fonts':
      void bringFonts(request.fonts);
      return;
    case 'clip':
      return shelf.bring(request.sha256, request.file);
    case 'audio':
      return audioShelf.bring(request.sha256, request.file);
    case 'retry':
      shelf.forget(request.sha256);
      engine?.pictures.rest();
      return;
    case 'show':
      return engine?.screen.show(request);
    case 'scrub-copy':
      return scrubShelf.made(request.sha256);
    case 'listen':
      return engine?.feed.start(request);
    case 'listen-on':
      return engine?.feed.goOn(request);
    case 'silence':
      return engine?.feed.stop();
    case 'rest':
      return rest();
  }
}

function setPlan(plan: MoviePlan): void {
  engine ??= createEngine(plan);
  engine.pictures.setPlan(plan);
  engine.sound.setPlan(plan);
  engine.screen.setPlan(plan);
  shelf.keep(new Set(plan.scenes.map(({ clip }) => clip.sha256)));
  audioShelf.keep(new Set(plan.audio.map(({ mediaId }) => mediaId)));
}

function createEngine(plan: MoviePlan): Engine {
  const pictures = createMoviePictures(plan, shelf, cache, fontsBrought);
  const sound = createMovieSound(plan, shelf, audioShelf);
  const screen = createScreen(pictures, scrubShelf, {
    onShown: (frame) => send({ type: 'shown', frame }),
    onScrubbed: (frame) => send({ type: 'scrubbed', frame }),
    onUnplayable,
  });
  if (canvas !== null) screen.setCanvas(canvas);
  const feed = createSoundFeed(sound, (id, { from, planes }) =>
    send(
      { type: 'sound', id, from, planes },
      planes.map(({ buffer }) => buffer),
    ),
  );
  return { pictures, screen, sound, feed };
}

/** They stay for as long as the worker does. */
async function bringFonts(fonts: readonly OverlayFont[]): Promise<void> {
  try {
    await loadOverlayFonts(fonts, self.fonts);
  } finally {
    bring();
  }
}

/** Of a file that the page couldn't get, it knows. */
function onUnplayable({ sha256, failure }: ClipUnplayable): void {
  if (failure !== null) send({ type: 'failed', sha256, failure });
}

function rest(): void {
  engine?.screen.rest();
  engine?.pictures.rest();
  cache.clear();
  scrubShelf.clear();
}

function hasLittleMemory(): boolean {
  return 'deviceMemory' in navigator && Number(navigator.deviceMemory) <= LITTLE_MEMORY_GB;
}

function send(reply: PreviewReply, transfer: Transferable[] = []): void {
  self.postMessage(reply, transfer);
}
