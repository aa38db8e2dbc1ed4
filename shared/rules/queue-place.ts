/** A scene's place in line while it waits for the model. */
import type { Scene } from '../entities/scene.ts';
import { inPlayOrder } from './scene-order.ts';

type Queued = Pick<
  Scene,
  'id' | 'status' | 'queuedAt' | 'note' | 'isExtension' | 'parentSceneId' | 'sceneNumber' | 'extensionIndex'
>;

/** A person’s clips that are generated at once: whoever has fewer ahead is being sent. */
const AT_ONCE = 2;

/**
 * How many clips of the project are generated before a scene's: those that the model is at work on, and those that came
 * before it in line. Null for a scene that doesn't wait, or of which a part is already being generated or sent.
 */
export function clipsAhead(sceneId: string, rows: readonly Queued[]): number | null {
  const inWork = inPlayOrder(rows).filter(({ status }) => status === 'generating');
  const isOwn = (row: Queued): boolean => row.id === sceneId || row.parentSceneId === sceneId;
  const own = inWork.filter(isOwn);
  const [first] = own;
  if (first === undefined || own.some(({ queuedAt }) => queuedAt === null)) return null;
  const since = first.queuedAt ?? 0;
  const place = inWork.indexOf(first);
  const isBefore = (row: Queued, index: number): boolean =>
    row.queuedAt === null || row.queuedAt < since || (row.queuedAt === since && index < place);
  const ahead = inWork.filter((row, index) => !isOwn(row) && isBefore(row, index)).length;
  // A note says what else it waits for, such as another scene’s last frame.
  return ahead < AT_ONCE && first.note === null ? null : ahead;
}
