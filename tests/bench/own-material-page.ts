/** Own material as it is taken in: a large film, beside a plain copy of it, and the waveform of a long sound. */
import { importFile } from '#media/import/client.ts';
import { readSoundShape } from '#media/worker/client.ts';
import { clipName, storeClips, timeWriting, type PageRun } from './bench-window.ts';

/** What the first run, which only warms up, takes of everything. */
const WARMING_BYTES = 50_000_000;
const PIECE_BYTES = 4 << 20;
const FOLDER = 'own';
const FILM = 'film.mp4';

const openFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

window.bench = {
  load: (urls) => storeClips(urls.slice(0, 1)),
  async run(method, clipCount): Promise<PageRun> {
    const isWarming = clipCount === 1;
    const [what, of = ''] = method.split(' ');
    if (what === 'waveform') return await readWaveform(of, isWarming);
    const film = await makeFilm(isWarming ? WARMING_BYTES : Number(of));
    const run = await (what === 'import' ? takeIn(film) : timeWriting(copyOf(film)));
    return { ...run, note: `${(film.size / 1e6 / run.seconds).toFixed(0)} MB/s` };
  },
};

const copyOf =
  (film: File) =>
  async (target: FileSystemFileHandle): Promise<void> =>
    film.stream().pipeTo(await target.createWritable());

/** Until it stands under its hash. */
async function takeIn(film: File): Promise<PageRun> {
  const startedMs = performance.now();
  const request = { file: film, unfinished: 'unfinished', finished: FOLDER, temporaryName: crypto.randomUUID() };
  const imported = await importFile({ ...request, at: Date.now(), kinds: ['clip'] });
  const seconds = (performance.now() - startedMs) / 1_000;
  if (!imported.ok) throw new Error(imported.sentence);
  await (await openFolder()).removeEntry(imported.file.sha256);
  return { seconds, checkedSeconds: null, sizeBytes: film.size, note: '' };
}

async function readWaveform(url: string, isWarming: boolean): Promise<PageRun> {
  const whole = await (await fetch(url)).blob();
  const sound = isWarming ? whole.slice(0, 1 << 20) : whole;
  const startedMs = performance.now();
  const shape = await readSoundShape(sound, { isSound: true });
  const seconds = (performance.now() - startedMs) / 1_000;
  const note = `${((shape?.peaks.length ?? 0) / 50 / 60).toFixed(1)} minutes of sound`;
  return { seconds, checkedSeconds: null, sizeBytes: sound.size, note };
}

/** A clip followed by a box of noise that readers skip. */
async function makeFilm(sizeBytes: number): Promise<File> {
  const clips = await (await navigator.storage.getDirectory()).getDirectoryHandle('clips');
  const clip = await (await clips.getFileHandle(clipName(0))).getFile();
  const handle = await (await openFolder()).getFileHandle(FILM, { create: true });
  const target = await handle.createWritable();
  await target.write(clip);
  const head = new DataView(new ArrayBuffer(8));
  head.setUint32(0, sizeBytes - clip.size);
  head.setUint32(4, 0x66_72_65_65); // 'free'
  await target.write(head);
  const noise = new Uint8Array(PIECE_BYTES);
  for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  for (let left = sizeBytes - clip.size - 8; left > 0; left -= PIECE_BYTES)
    await target.write(noise.subarray(0, Math.min(left, PIECE_BYTES)));
  await target.close();
  return await handle.getFile();
}
