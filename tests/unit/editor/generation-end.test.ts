import { expect, test } from 'vitest';
import { endNotice, noteEnd, type ScenesAtWork } from '#features/generation/generation-end.ts';
import type { Scene, SceneStatus } from '#shared/entities/scene.ts';
import { sceneRow } from '#tests/helpers/rows.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';

const rowsOf = (...statuses: SceneStatus[]): Scene[] =>
  statuses.map((status, index) => sceneRow(index + 1, { status }));

/** Looks at one set of statuses after the other. Answers the numbers of the scenes that ended with the last look. */
function look(...sets: SceneStatus[][]): number[] {
  let atWork: ScenesAtWork = new Set();
  let last: number[] = [];
  for (const statuses of sets) {
    const seen = noteEnd(atWork, sceneGroups(rowsOf(...statuses)));
    atWork = seen.atWork;
    last = seen.ended.map(({ scene }) => scene.sceneNumber);
  }
  return last;
}

test('the end comes with the last clip, for every scene that was at work, and once', () => {
  const running: SceneStatus[][] = [
    ['generating', 'generating', 'complete'],
    ['complete', 'generating', 'complete'],
  ];
  expect(look(...running)).toEqual([]);
  expect(look(...running, ['complete', 'failed', 'complete'])).toEqual([1, 2]);
  expect(look(...running, ['complete', 'failed', 'complete'], ['complete', 'failed', 'complete'])).toEqual([]);
});

test('what ended before the page was open, or while its scenes are not read, is no end', () => {
  expect(look(['complete', 'failed'])).toEqual([]);
  expect(look(['generating'], [])).toEqual([]);
  expect(look(['generating'], [], ['complete'])).toEqual([1]);
});

const noticeOf = (...statuses: SceneStatus[]) => endNotice(sceneGroups(rowsOf(...statuses)));

test('the notice says what became of the scenes', () => {
  expect(noticeOf('complete', 'complete')).toEqual({ title: 'Videos generated', description: '2 scenes complete' });
  expect(noticeOf('complete', 'failed', 'pending')).toEqual({
    title: 'Videos generated',
    description: '1 scene complete, 1 failed, 1 stopped',
    tone: 'destructive',
  });
  expect(noticeOf('complete')).toEqual({ title: 'Video generated', description: 'Scene 1 complete' });
  expect(noticeOf('failed')).toEqual({
    title: 'No videos generated',
    description: 'Scene 1 failed',
    tone: 'destructive',
  });
  expect(noticeOf('pending')).toEqual({ title: 'Generation stopped', description: 'No videos generated.' });
});
