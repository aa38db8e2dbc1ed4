// Checks every file of edge-api/demo-masters against the form that clips of the real model have. Needs ffmpeg.
// Usage: node scripts/render-demo-masters/verify.mjs
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../edge-api/demo-masters');
const limits = { totalBytes: 20_000_000, fileBytes: 3_000_000, pictureBytes: 40_000 };
const cuts = [96, 120, 144, 192];
const problems = [];
const parameterSets = new Map();

function expectEqual(file, what, found, wanted) {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    problems.push(`${file}: ${what} is ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`);
}

function run(program, args) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return { stdout, errors: stderr, status };
}

const probe = (file, ...args) => JSON.parse(run('ffprobe', ['-v', 'error', '-of', 'json', ...args, file]).stdout);

function checkClip(name, { frames, width, height }) {
  const file = path.join(folder, name);
  const bytes = readFileSync(file);
  expectEqual(name, 'box order', topBoxes(bytes), ['ftyp', 'mdat', 'moov']);
  expectEqual(
    name,
    'brands',
    bytes.toString('latin1', 8, 12) + bytes.toString('latin1', 16, 32),
    'isomisomiso2avc1mp41',
  );
  const seconds = frames / 24;
  const [video, sound] = probe(file, '-show_streams').streams;
  expectEqual(
    name,
    'video',
    [
      video.codec_name,
      video.profile,
      video.level,
      video.width,
      video.height,
      video.pix_fmt,
      video.r_frame_rate,
      video.time_base,
      video.has_b_frames,
      Number(video.nb_frames),
    ],
    ['h264', 'High', Math.min(width, height) > 720 ? 40 : 31, width, height, 'yuv420p', '24/1', '1/12288', 2, frames],
  );
  expectEqual(
    name,
    'colour tags',
    [video.color_space, video.color_transfer, video.color_primaries].map((tag) => tag ?? 'none'),
    ['none', 'none', 'none'],
  );
  expectEqual(
    name,
    'sound',
    [sound.codec_name, sound.profile, sound.sample_rate, sound.channels, Number(sound.nb_frames)],
    ['aac', 'LC', '48000', 2, 2 + Math.ceil((seconds * 48_000) / 1024)],
  );
  expectEqual(
    name,
    'durations',
    [video.duration_ts, Number(video.duration), sound.start_time, Number(sound.duration)],
    [frames * 512, seconds, '0.000000', seconds],
  );
  expectEqual(name, 'edit lists', editLists(bytes), [
    [seconds * 1000, 1024],
    [seconds * 1000, 2048],
  ]);
  checkPackets(name, file, frames);
  const decoded = run('ffmpeg', ['-v', 'error', '-threads', '2', '-i', file, '-f', 'null', '-']);
  expectEqual(name, 'decoder errors', [decoded.status, decoded.errors], [0, '']);
  const form = `${width}x${height}`;
  const digest = createHash('sha256').update(configuration(bytes)).digest('hex').slice(0, 12);
  parameterSets.set(form, (parameterSets.get(form) ?? new Set()).add(digest));
}

function checkPackets(name, file, frames) {
  const { packets } = probe(file, '-select_streams', 'v', '-show_entries', 'packet=pts,flags');
  expectEqual(name, 'video packets', packets.length, frames);
  expectEqual(
    name,
    'key frames',
    packets.flatMap((packet, i) => (packet.flags.startsWith('K') ? [i] : [])),
    [0],
  );
  const shown = packets.map((packet) => packet.pts / 512);
  expectEqual(
    name,
    'presented frames',
    shown.toSorted((a, b) => a - b),
    [...shown.keys()],
  );
  for (const cut of cuts) {
    if (shown.some((frame, index) => index < cut !== frame < cut))
      problems.push(`${name}: the first ${cut} frames are no whole prefix of its packets`);
  }
}

function topBoxes(bytes) {
  const types = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8));
  return types;
}

/** [[segment duration in ms, media time], …] of every elst box, in file order. */
function editLists(bytes) {
  const found = [];
  for (let at = bytes.lastIndexOf('moov'); (at = bytes.indexOf('elst', at + 1)) > 0;)
    found.push([bytes.readUInt32BE(at + 12), bytes.readUInt32BE(at + 16)]);
  return found;
}

/** The avcC box: profile, level, SPS and PPS. */
function configuration(bytes) {
  const at = bytes.indexOf('avcC', bytes.lastIndexOf('moov'));
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4));
}

function checkPicture(name, width, height) {
  const [stream] = probe(path.join(folder, name), '-show_streams').streams;
  expectEqual(name, 'picture size', [stream.width, stream.height], [width, height]);
  if (statSync(path.join(folder, name)).size > limits.pictureBytes)
    problems.push(`${name}: more than ${limits.pictureBytes} bytes`);
}

const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
const pictures = new Map();
for (const mood of manifest.moods) {
  for (const clip of mood.clips) {
    checkClip(clip.file, clip);
    const size = clip.ratio === '16:9' ? [640, 360] : [360, 640];
    for (const picture of [clip.firstFrame, ...Object.values(clip.lastFrames)]) pictures.set(picture, size);
  }
  for (const clip of mood.extended) {
    const size = clip.ratio === '16:9' ? [1280, 720] : [720, 1280];
    checkClip(clip.file, { frames: clip.frames, width: size[0], height: size[1] });
    for (const picture of [clip.firstFrame, clip.lastFrame])
      pictures.set(
        picture,
        size.map((side) => side / 2),
      );
  }
}
for (const [picture, [width, height]] of pictures) checkPicture(picture, width, height);
for (const portrait of manifest.portraits) checkPicture(portrait.file, 480, 640);
for (const [form, digests] of parameterSets)
  if (digests.size !== 1) problems.push(`${form}: ${digests.size} different parameter sets`);

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
const sizes = files.map((file) => statSync(file).size);
const total = sizes.reduce((sum, size) => sum + size, 0);
if (total > limits.totalBytes) problems.push(`${total} bytes in all, at most ${limits.totalBytes}`);
files.forEach((file, i) => {
  if (sizes[i] > limits.fileBytes)
    problems.push(`${path.relative(folder, file)}: ${sizes[i]} bytes, at most ${limits.fileBytes}`);
});
console.log(
  `${files.length} files, ${(total / 1e6).toFixed(2)} MB, largest ${(Math.max(...sizes) / 1e6).toFixed(2)} MB; parameter sets: ${[...parameterSets].map(([form, digests]) => `${form} ${[...digests].join(' ')}`).join(', ')}`,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
