/** What is said when the last clip of a stretch of generating has ended. Pure. */
import type { ToastInput } from '#ui/toasts.ts';
import { sceneCountText, type SceneGroup } from '#widgets/scene-groups.ts';

type Seen = Pick<SceneGroup, 'scene' | 'status'>;

/** The scenes that were seen at work since the last time when none was, by their ids. */
export type ScenesAtWork = ReadonlySet<string>;

/** What is remembered after a look at the scenes, and those that have come to their end with this look. */
export function noteEnd<Group extends Seen>(
  before: ScenesAtWork,
  groups: readonly Group[],
): { atWork: ScenesAtWork; ended: Group[] } {
  const now = groups.filter(({ status }) => status === 'generating').map(({ scene }) => scene.id);
  // No scenes at all: they are not read yet.
  if (now.length > 0 || groups.length === 0) return { atWork: new Set([...before, ...now]), ended: [] };
  return { atWork: new Set(), ended: groups.filter(({ scene }) => before.has(scene.id)) };
}

/** "Videos generated" with what became of each, or what else happened. */
export function endNotice(ended: readonly Seen[]): ToastInput {
  const count = (wanted: SceneGroup['status']): number => ended.filter(({ status }) => status === wanted).length;
  const [made, failed, left] = [count('complete'), count('failed'), count('pending')];
  if (made + failed === 0) return { title: 'Generation stopped', description: 'No video was made.' };
  const [first, ...others] = ended;
  const only = others.length === 0 ? first : undefined;
  const scenes = (of: number): string => (only ? `Scene ${only.scene.sceneNumber}` : sceneCountText(of));
  const parts = [
    made > 0 ? `${scenes(made)} complete` : '',
    failed > 0 ? `${made > 0 ? failed : scenes(failed)} failed` : '',
    left > 0 ? `${left} stopped` : '',
  ];
  return {
    title: made === 0 ? 'No video was made' : only ? 'Video generated' : 'Videos generated',
    description: parts.filter(Boolean).join(', '),
    ...(failed > 0 && { tone: 'destructive' as const }),
  };
}
