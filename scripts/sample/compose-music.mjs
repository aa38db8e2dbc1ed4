/** Composes the sample project's music by plain arithmetic: soft chords under plucked notes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MUSIC_SECONDS = 37;
const SAMPLE_RATE = 48_000;

/** Of each chord: its bass, its pad, and the notes that are plucked over it. MIDI numbers. */
const chords = [
  { bass: 38, pad: [62, 66, 69], plucked: [74, 78, 81, 76] },
  { bass: 47, pad: [62, 66, 71], plucked: [74, 78, 83, 81] },
  { bass: 43, pad: [62, 67, 71], plucked: [74, 79, 83, 78] },
  { bass: 45, pad: [61, 64, 69], plucked: [73, 76, 81, 76] },
  { bass: 42, pad: [61, 66, 69], plucked: [73, 78, 81, 78] },
  { bass: 47, pad: [62, 66, 71], plucked: [74, 78, 83, 78] },
  { bass: 43, pad: [62, 67, 71], plucked: [74, 79, 83, 86] },
  { bass: 38, pad: [62, 66, 69], plucked: [74, 78, 81, 86] },
];
const CHORD_SECONDS = MUSIC_SECONDS / chords.length;
const NOTES_A_CHORD = 8;
/** The last chord rings out. */
const LAST_NOTES = 4;

/** Interleaved stereo, 16 bits. */
function composeMusic() {
  const frames = MUSIC_SECONDS * SAMPLE_RATE;
  const mix = { left: new Float32Array(frames), right: new Float32Array(frames) };
  chords.forEach(({ bass, pad, plucked }, place) => {
    const at = place * CHORD_SECONDS;
    for (const [voice, note] of [bass, ...pad].entries()) addSwell(mix, { note, at, gain: voice === 0 ? 0.16 : 0.055 });
    const notes = place === chords.length - 1 ? LAST_NOTES : NOTES_A_CHORD;
    for (let index = 0; index < notes; index += 1) {
      const note = plucked[index % plucked.length];
      addPluck(mix, { note, at: at + (index * CHORD_SECONDS) / NOTES_A_CHORD, pan: index % 2 === 0 ? -0.4 : 0.4 });
    }
  });
  return interleaved(mix);
}

const hertz = (note) => 440 * 2 ** ((note - 69) / 12);

/** A tone that comes and goes over its chord and a little of the next one. */
function addSwell({ left, right }, { note, at, gain }) {
  const seconds = CHORD_SECONDS * 1.25;
  const from = Math.round(at * SAMPLE_RATE);
  const count = Math.min(Math.round(seconds * SAMPLE_RATE), left.length - from);
  for (let index = 0; index < count; index += 1) {
    const t = index / SAMPLE_RATE;
    const level = gain * Math.sin((Math.PI * t) / seconds) ** 1.5;
    for (const [partial, weight] of [1, 0.28, 0.1].entries()) {
      const angle = 2 * Math.PI * hertz(note) * (partial + 1) * t;
      // Slightly apart, the two sides sound wide.
      left[from + index] += level * weight * Math.sin(angle * 0.9993);
      right[from + index] += level * weight * Math.sin(angle * 1.0007);
    }
  }
}

function addPluck({ left, right }, { note, at, pan }) {
  const from = Math.round(at * SAMPLE_RATE);
  const count = Math.min(3 * SAMPLE_RATE, left.length - from);
  for (let index = 0; index < count; index += 1) {
    const t = index / SAMPLE_RATE;
    const level = 0.11 * Math.min(1, t / 0.004) * Math.exp(-t / 0.7);
    const angle = 2 * Math.PI * hertz(note) * t;
    const value = level * (Math.sin(angle) + 0.35 * Math.exp(-t / 0.25) * Math.sin(2 * angle));
    left[from + index] += value * (1 - pan);
    right[from + index] += value * (1 + pan);
  }
}

function interleaved({ left, right }) {
  const samples = new Int16Array(left.length * 2);
  left.forEach((value, index) => {
    samples[2 * index] = Math.round(Math.tanh(value) * 32_000);
    samples[2 * index + 1] = Math.round(Math.tanh(right[index]) * 32_000);
  });
  return samples;
}

/** Writes the piece beside the demo masters and beside the web app, and prints what shared/sample/sample-music.ts says of it. */
export function writeSampleMusic(root) {
  const file = join(root, 'edge-api/demo-masters/sample-music.m4a');
  const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', 'pipe:0'];
  const output = ['-c:a', 'aac', '-b:a', '96k', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
  const samples = Buffer.from(composeMusic().buffer);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output, '-movflags', '+faststart', file], {
    input: samples,
  });
  copyFileSync(file, join(root, 'public/sample/music.m4a'));
  const bytes = readFileSync(file);
  console.log(`music: ${createHash('sha256').update(bytes).digest('hex')}, ${bytes.length} bytes`);
}
