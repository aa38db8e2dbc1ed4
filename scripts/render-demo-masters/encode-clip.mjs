// Turns drawn frames and a sound bed into one MP4 of the model's form. Needs ffmpeg and the x264 program.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { renderBed, wavFile } from './sound-beds.mjs';

const normaliser = fileURLToPath(new URL('normalise-mp4.ts', import.meta.url));
const { normaliseMp4 } = (await runnerImport(normaliser, { configFile: false, logLevel: 'error' })).module;

export const framesPerSecond = 24;
/** Frames that end a 4, 5, 6 or 8 s clip: coded as P, so that nothing before them depends on what follows. */
const lastFrames = [95, 119, 143, 191];

/** Lossless picture file to encode from; `push(jpeg)` one frame, then `finish()`. Colours become BT.709, which players assume for HD. */
export function openIntermediate(file) {
  const child = spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-f',
      'image2pipe',
      '-c:v',
      'mjpeg',
      '-framerate',
      `${framesPerSecond}`,
      '-i',
      '-',
      '-vf',
      'scale=in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv:flags=accurate_rnd,format=yuv420p',
      '-c:v',
      'libx264',
      '-qp',
      '0',
      '-preset',
      'ultrafast',
      '-threads',
      '1',
      file,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(child, 'close');
  return {
    async push(jpeg) {
      if (!child.stdin.write(jpeg)) await once(child.stdin, 'drain');
    },
    async finish() {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`ffmpeg ended with ${code} while writing ${file}`);
    },
  };
}

/** Encodes `frames` frames of `intermediate` with quality `crf` to the H.264 file `output`, which muxClip takes. */
export function encodePicture({ intermediate, scratch, output, width, height, frames, crf }) {
  const qpfile = path.join(scratch, 'p-frames.txt');
  const level = Math.min(width, height) > 720 ? '4.0' : '3.1';
  writeFileSync(qpfile, lastFrames.map((frame) => `${frame} P -1\n`).join(''));
  shell(
    `ffmpeg -v error -i '${intermediate}' -frames:v ${frames} -f rawvideo -pix_fmt yuv420p - | x264 --quiet --no-progress ` +
      `--demuxer raw --input-csp i420 --input-res ${width}x${height} --fps ${framesPerSecond} --profile high --level ${level} ` +
      `--preset slow --ref 4 --bframes 2 --keyint infinite --no-scenecut --stitchable --aq-mode 3 --psy-rd 0.7:0 --deblock 1:1 ` +
      `--rc-lookahead 60 --crf ${crf} --threads 2 --lookahead-threads 1 --qpfile '${qpfile}' -o '${output}' -`,
  );
}

/** Writes the first `frames` packets of `picture` with as much of the mood's sound. */
export function muxClip({ picture, output, scratch, mood, frames }) {
  const name = path.basename(output, '.mp4');
  const sound = path.join(scratch, `${name}.wav`);
  const prefix = path.join(scratch, `${name}.prefix.mkv`);
  const muxed = path.join(scratch, `${name}.mp4`);
  const seconds = frames / framesPerSecond;
  // ffmpeg's encoder primes with 1024 samples; 1024 silent ones in front make the model's 2048.
  writeFileSync(sound, wavFile(renderBed(mood, seconds, { silentSamples: 1024 })));
  // A step of its own: -frames:v would end the sound with the picture's last packet.
  shell(`ffmpeg -v error -y -i '${picture}' -map 0:v -c copy -frames:v ${frames} '${prefix}'`);
  shell(
    `ffmpeg -v error -y -i '${prefix}' -i '${sound}' -map 0:v -map 1:a -c:v copy -c:a aac -profile:a aac_low -b:a 64k ` +
      `-video_track_timescale 12288 -map_metadata -1 -fflags +bitexact -flags:a +bitexact '${muxed}'`,
  );
  writeFileSync(output, normaliseMp4(readFileSync(muxed), { frames, framesPerSecond }));
}

function shell(command) {
  const { status } = spawnSync('bash', ['-o', 'pipefail', '-c', command], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`Command ended with ${status}: ${command}`);
}

/** One frame of the intermediate as a WebP of `width` pixels. */
export function savePicture({ intermediate, frame, output, width, quality }) {
  shell(
    `ffmpeg -v error -y -i '${intermediate}' -vf "select=eq(n\\,${frame}),scale=${width}:-2:in_color_matrix=bt709:flags=lanczos,format=bgra" ` +
      `-frames:v 1 -c:v libwebp -quality ${quality} -compression_level 6 '${output}'`,
  );
}
