/** How alike two movies are, by ffmpeg. */
import { runTool } from './clips/run-ffmpeg.ts';
import { framesRgb, pcm, probeFile, probePackets } from './ffprobe.ts';

export type MovieLikeness = {
  frames: [a: number, b: number];
  /** Seconds of the pictures. */
  seconds: [a: number, b: number];
  /** By how many milliseconds the second one's sound is later; null where one has none. */
  soundOffsetMs: number | null;
  /** The same in its last second. */
  endOffsetMs: number | null;
  hasSound: [a: boolean, b: boolean];
  /** The least structural similarity of every twelfth frame, and which frame it is. */
  worstSsim: number;
  worstFrame: number;
};

const EVERY = 12;

export async function likenessOf(a: string, b: string): Promise<MovieLikeness> {
  const [probedA, probedB] = [await probeFile(a), await probeFile(b)];
  const frames: [number, number] = [(await probePackets(a, 'video')).length, (await probePackets(b, 'video')).length];
  const hasSound: [boolean, boolean] = [probedA.audio !== null, probedB.audio !== null];
  const ssim = await ssimOf(a, b);
  const sounds = hasSound[0] && hasSound[1] ? ([await pcm(a), await pcm(b)] as const) : null;
  const worstSsim = Math.min(...ssim);
  return {
    frames,
    seconds: [await lastPictureEnd(a), await lastPictureEnd(b)],
    hasSound,
    soundOffsetMs: sounds === null ? null : soundOffsetMs(...sounds, loudest(sounds[0])),
    endOffsetMs: sounds === null ? null : soundOffsetMs(...sounds, Math.max(0, sounds[0].length - RATE)),
    worstSsim,
    worstFrame: ssim.indexOf(worstSsim) * EVERY,
  };
}

async function lastPictureEnd(path: string): Promise<number> {
  const times = (await probePackets(path, 'video')).map(({ pts_time }) => Number(pts_time));
  const sorted = times.toSorted((x, y) => x - y);
  const step = sorted.length > 1 ? ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (sorted.length - 1) : 0;
  return (sorted.at(-1) ?? 0) + step;
}

/** Of every twelfth frame, counted as they are decoded. */
export async function ssimOf(a: string, b: string): Promise<number[]> {
  const pick = `select='not(mod(n,${EVERY}))',setpts=N/TB,setparams=colorspace=bt709:range=tv,format=yuv420p`;
  const graph = `[0:v]${pick}[a];[1:v]${pick}[b];[a][b]ssim=stats_file=-`;
  const args = ['-v', 'error', '-i', a, '-i', b, '-filter_complex', graph, '-f', 'null', '-'];
  const { stdout } = await runTool('ffmpeg', args);
  return [...stdout.toString('utf8').matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value));
}

const RATE = 48_000;
const MOST_LAG = 1_500;
const WINDOW = 2 * RATE;
const LAG_STEP = 4;
const LEAST_GAIN = 0.001;

/** Where both sounds are most alike, in two seconds of the first, or as much as there is. */
function soundOffsetMs(a: Float32Array, b: Float32Array, from: number): number {
  const lags = Array.from({ length: (2 * MOST_LAG) / LAG_STEP + 1 }, (_, at) => at * LAG_STEP - MOST_LAG);
  let best = { lag: 0, likeness: 0 };
  // A steady tone is like itself a wave later: of equals the nearest counts.
  for (const lag of lags.toSorted((x, y) => Math.abs(x) - Math.abs(y))) {
    let [product, power] = [0, 0];
    for (let at = from; at < Math.min(a.length, from + WINDOW); at += 2) {
      product += (a[at] ?? 0) * (b[at + lag] ?? 0);
      power += (b[at + lag] ?? 0) ** 2;
    }
    // A lag that leaves out a quiet beginning isn't more alike for that.
    const likeness = power === 0 ? 0 : product / Math.sqrt(power);
    if (likeness > best.likeness * (1 + LEAST_GAIN)) best = { lag, likeness };
  }
  return (best.lag * 1000) / RATE;
}

function loudest(sound: Float32Array): number {
  let best = { from: 0, power: -1 };
  for (let from = 0; from < Math.max(1, sound.length - WINDOW); from += RATE / 4) {
    let power = 0;
    for (let at = from; at < from + WINDOW; at += 16) power += (sound[at] ?? 0) ** 2;
    if (power > best.power) best = { from, power };
  }
  return best.from;
}

export type Box = { left: number; top: number; right: number; bottom: number };

/** The pixels of a frame that are nearly magenta: a text of that color. Null where there are none. */
export async function magentaBox(
  path: string,
  frame: number,
  size: { width: number; height: number },
): Promise<Box | null> {
  const [pixels] = await framesRgb(path, [frame], size);
  if (pixels === undefined) return null;
  const box = { left: size.width, top: size.height, right: -1, bottom: -1 };
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const at = (y * size.width + x) * 3;
      const isMagenta = (pixels[at] ?? 0) > 190 && (pixels[at + 1] ?? 0) < 110 && (pixels[at + 2] ?? 0) > 190;
      if (!isMagenta) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return box.right < 0 ? null : box;
}
