/** The filter graph of the server's export. */
import { describe, expect, it } from 'vitest';
import { choiceFilters } from '#edge-api/providers/movie-writer/ffmpeg/frame-choice.ts';
import { videoGraph } from '#edge-api/providers/movie-writer/ffmpeg/video-graph.ts';
import { createWritingMeter } from '#edge-api/providers/movie-writer/ffmpeg/writing-meter.ts';
import type { WritingProgress } from '#edge-api/providers/movie-writer/port.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import { build, FPS, type ClipSpec } from './media/plan-builder.ts';

const HOSTILE = `'; [0:v]movie=/etc/passwd[x]; \\: %{metadata} \n drawtext=text=hi`;
const CLIP: ClipSpec = {
  frames: 48,
  fps: FPS,
  pictureStartUs: 0,
  hiddenFrames: 0,
  keyEvery: 48,
  bFrames: 0,
  sets: 'high',
  sound: null,
  size: { width: 1280, height: 720 },
  color: 'bt709',
};

describe('the filter graph', () => {
  it('holds no text of a person', () => {
    const scene = {
      clip: CLIP,
      inFrame: 0,
      outFrame: 48,
      overlay: { start: 0, end: 48 },
      gainDb: 0,
      muted: false,
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
      transition: null,
    };
    const { plan: made, clips } = build([scene]);
    const movie = {
      ...made,
      title: HOSTILE,
      author: HOSTILE,
      scenes: made.scenes.map((row) => ({
        ...row,
        title: HOSTILE,
        overlays: row.overlays.map((overlay) => ({ ...overlay, text: HOSTILE, color: HOSTILE })),
      })),
    };
    const plan = planExport(
      movie,
      clips,
      { width: 1920, height: 1080, format: 'mp4', label: '' },
      { encoderConfig: null },
    );
    const stretches = plan.video.filter((stretch): stretch is EncodedVideo => stretch.kind === 'encode');
    const picture = { path: 'text.yuva', x: 2, y: 4, width: 10, height: 10 };
    const graph = videoGraph(
      { movie, plan, clips: clips.map((facts) => ({ facts, path: HOSTILE })), textOf: () => picture },
      stretches,
    );
    expect(graph.script).toContain('overlay=x=2:y=4');
    for (const part of ['passwd', 'drawtext', 'metadata', '/tmp']) expect(graph.script).not.toContain(part);
  });

  it('chooses a run of frames without looking at each', () => {
    expect(choiceFilters([5, 6, 7], FPS)).toEqual(['trim=start_frame=5:end_frame=8', 'settb=1/24', 'setpts=N']);
  });
});

describe('the progress of an export', () => {
  it('never falls, and comes to 99 at most before the end', () => {
    const told: WritingProgress[] = [];
    const meter = createWritingMeter((step) => told.push(step));
    meter.phase('preparing');
    meter.plan({ frames: 100, isSoundEncoded: true });
    meter.phase('encoding');
    for (const frames of [10, 60, 40, 100, 130]) meter.frames(frames);
    meter.sound(1);
    meter.phase('joining');
    meter.joined(1);
    meter.phase('checking');
    const percents = told.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBe(94);
    expect(told.map(({ phase }) => phase).at(-1)).toBe('checking');
  });
});
