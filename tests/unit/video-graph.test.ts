/** The filter graph of the server's export. */
import { describe, expect, it } from 'vitest';
import { choiceFilters } from '#edge-api/providers/movie-writer/ffmpeg/frame-choice.ts';
import { videoGraph } from '#edge-api/providers/movie-writer/ffmpeg/video-graph.ts';
import { createWritingMeter } from '#edge-api/providers/movie-writer/ffmpeg/writing-meter.ts';
import type { WritingProgress } from '#edge-api/providers/movie-writer/port.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import { build, FPS, whole8s } from './media/plan-builder.ts';

const HOSTILE = `'; [0:v]movie=/etc/passwd[x]; \\: %{metadata} \n drawtext=text=hi`;
describe('the filter graph', () => {
  it('holds no text of a person', () => {
    const clip = { ...whole8s.clip, frames: 48, keyEvery: 48, bFrames: 0, sound: null, color: 'bt709' } as const;
    const { plan: made, clips } = build([{ ...whole8s, clip, outFrame: 48, overlay: { start: 0, end: 48 } }]);
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
    const target = { width: 1920, height: 1080, format: 'mp4', label: '' } as const;
    const plan = planExport(movie, clips, target, { encoderConfig: null });
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
