/** A stage for each test of a file, and the player that stands on it. */
import { afterEach, beforeEach } from 'vitest';
import { createPlayer } from '#player/create-player.ts';
import { createDeckPlayer } from '#player/deck-player.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { ExportInput } from '#media/worker/client.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { clipsOf } from '#tests/helpers/playback/player-stage.ts';
import { planOf, type SceneSpec } from './media-movie.ts';

export type Opened = {
  it: MoviePlayer;
  plan: MoviePlan;
  /** Each clip that was given back by all. */
  released: string[];
  /** The frames that were drawn one by one, exactly or as small pictures. */
  shown: number[];
  scrubbed: number[];
};

/** Decks are for browsers without decoders of their own. */
export type StageOptions = { isOfDecks?: boolean };

export type Stage = {
  /** Of the test that runs. */
  readonly element: HTMLElement;
  open(specs: readonly SceneSpec[], change?: (plan: MoviePlan) => MoviePlan): Promise<Opened>;
  /** For a test that changes the sources first. The player is closed after the test. */
  show(plan: MoviePlan, sources: ExportInput['sources']): Opened;
};

/** To be called once, outside of tests. */
export function stageOfTests({ isOfDecks = false }: StageOptions = {}): Stage {
  let element: HTMLElement | null = null;
  const players: MoviePlayer[] = [];
  beforeEach(() => {
    element = document.createElement('div');
    Object.assign(element.style, { position: 'relative', width: '640px', height: '360px' });
    document.body.append(element);
  });
  afterEach(() => {
    for (const it of players.splice(0)) it.close();
    element?.remove();
    element = null;
  });
  const current = (): HTMLElement => {
    if (element === null) throw new Error('No test runs');
    return element;
  };
  const show = (plan: MoviePlan, sources: ExportInput['sources']): Opened => {
    const { clips, released } = clipsOf(sources);
    const [shown, scrubbed]: [number[], number[]] = [[], []];
    const create = isOfDecks ? createDeckPlayer : createPlayer;
    const it = create({
      stage: current(),
      plan,
      clips,
      onShown: (frame) => shown.push(frame),
      onScrubbed: (frame) => scrubbed.push(frame),
    });
    players.push(it);
    return { it, plan, released, shown, scrubbed };
  };
  return {
    get element() {
      return current();
    },
    show,
    async open(specs, change = (plan) => plan) {
      const { plan, sources } = await planOf(specs);
      return show(change(plan), sources);
    },
  };
}
