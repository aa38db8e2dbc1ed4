/** Real clips, where STORYREEL_CLIPS_DIR names a folder of them: each sought picture is the one that ffmpeg finds there. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { createPlayer } from '#player/create-player.ts';
import { fromBase64, planOf, toBase64 } from './media-movie.ts';
import { clipsOf, shownDeck, shownPixels, until } from './player-bench.ts';

const SEEKS = 200;
const [WIDTH, HEIGHT] = [64, 36];
/** Mean difference of a channel: scalers and colour arithmetic of two programs differ by less, neighbouring pictures may too. */
const MOST_DIFFERENCE = 6;

/** Places that look random and are the same each time. */
function places(frameCount: number): number[] {
  let state = 12_345;
  return Array.from({ length: SEEKS }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % frameCount;
  });
}

function difference(seen: Uint8ClampedArray, wanted: Uint8Array): number {
  let sum = 0;
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1)
      sum += Math.abs((seen[pixel * 4 + channel] ?? 0) - (wanted[pixel * 3 + channel] ?? 0));
  return sum / (WIDTH * HEIGHT * 3);
}

test('every sought picture of real clips is the right one, and they are played through', async () => {
  for (const path of await commands.realClips()) {
    const file = await (await fetch(`/@fs${path}`)).blob();
    const stage = document.createElement('div');
    Object.assign(stage.style, { position: 'relative', width: '640px', height: '360px' });
    document.body.append(stage);
    const { plan, sources } = await planOf([{ file, number: 1 }]);
    const it = createPlayer({ stage, plan, clips: clipsOf(sources).clips });
    const asked = places(plan.frameCount);
    const pictures = await commands.movieFrames(
      toBase64(new Uint8Array(await file.arrayBuffer())),
      [...new Set(asked)].toSorted((a, b) => a - b),
      { width: WIDTH, height: HEIGHT },
    );
    const wantedOf = new Map(
      [...new Set(asked)].toSorted((a, b) => a - b).map((frame, at) => [frame, fromBase64(pictures[at] ?? '')]),
    );
    const wrong: string[] = [];
    for (const frame of asked) {
      it.seek(Math.round((frame * 1_000_000 * plan.fps.den) / plan.fps.num));
      const deadline = performance.now() + 5_000;
      let best = Number.POSITIVE_INFINITY;
      while (best > MOST_DIFFERENCE && performance.now() < deadline) {
        await new Promise(requestAnimationFrame);
        const video = shownDeck(stage);
        if (video === null || video.seeking) continue;
        const pixels = shownPixels(stage, WIDTH, HEIGHT);
        best = pixels ? difference(pixels, wantedOf.get(frame) ?? new Uint8Array()) : best;
      }
      if (best > MOST_DIFFERENCE) wrong.push(`frame ${frame}: ${best.toFixed(1)} off, ${it.getState().problem}`);
    }
    console.warn(
      `${path.split('/').at(-1)}: ${asked.length} places, ${wrong.length} wrong ${wrong.slice(0, 5).join('; ')}`,
    );
    expect({ path, wrong }).toEqual({ path, wrong: [] });
    it.seek(Math.round((Math.max(0, plan.frameCount - 130) * 1_000_000) / 24));
    const problems: string[] = [];
    it.subscribe(() => {
      const { problem } = it.getState();
      if (problem !== null) problems.push(problem);
    });
    it.play();
    await until(it, () => it.getState().isPlaying);
    await until(it, () => !it.getState().isPlaying);
    expect(problems).toEqual([]);
    it.close();
    stage.remove();
  }
}, 900_000);
