/** What a toast says when the last clip of a run has ended. Pure. */
import type { ToastInput } from '#ui/toasts.ts';
import { type SceneGroup } from '#widgets/scene-groups.ts';
import { sceneCountText } from '#widgets/words.ts';
import { endWords as words } from './words.ts';

type Seen = Pick<SceneGroup, 'scene' | 'status'>;

/** The ids of the scenes that were seen generating in this run. */
export type ScenesAtWork = ReadonlySet<string>;

/** What to remember after this look at the scenes, and the scenes whose run it ended. */
export function noteEnd<Group extends Seen>(
  before: ScenesAtWork,
  groups: readonly Group[],
): { atWork: ScenesAtWork; ended: Group[] } {
  const now = groups.filter(({ status }) => status === 'generating').map(({ scene }) => scene.id);
  // No scenes at all: they haven’t been read yet.
  if (now.length > 0 || groups.length === 0) return { atWork: new Set([...before, ...now]), ended: [] };
  return { atWork: new Set(), ended: groups.filter(({ scene }) => before.has(scene.id)) };
}

/** "Videos generated" with the outcome of each, or why there are none. */
export function endNotice(ended: readonly Seen[]): ToastInput {
  const count = (wanted: SceneGroup['status']): number => ended.filter(({ status }) => status === wanted).length;
  const [made, failed, left] = [count('complete'), count('failed'), count('pending')];
  if (made + failed === 0) return words.stopped;
  const [first, ...others] = ended;
  const only = others.length === 0 ? first : undefined;
  const scenes = (of: number): string => (only ? words.scene({ number: only.scene.sceneNumber }) : sceneCountText(of));
  const parts = [
    made > 0 ? words.complete({ scenes: scenes(made) }) : '',
    failed > 0 ? words.failed({ scenes: made > 0 ? String(failed) : scenes(failed) }) : '',
    left > 0 ? words.left({ count: left }) : '',
  ];
  return {
    title: made === 0 ? words.title.none : only ? words.title.one : words.title.other,
    description: parts.filter(Boolean).join(', '),
    ...(failed > 0 && { tone: 'destructive' as const }),
  };
}
