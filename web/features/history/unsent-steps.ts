/** What this device has done and not yet told the server, as the server will tell it. Pure. */
import type { Change } from '#data/change.ts';
import { sceneMadeBy, sceneOfChange } from '#data/scene-of-change.ts';
import type { ProjectHistory } from '#data/live.ts';
import type { OutboxRow, PulledHistoryRow } from '#data/tables/rows.ts';
import type { HistoryKind } from '#shared/entities/history.ts';
import type { Scene } from '#shared/entities/scene.ts';

/** This device, while it has no id on the server. */
const UNKNOWN = '';

/** The newest first; without those that the server told of already, or that stand on the line as a replaced value. */
export function unsentSteps(
  { entries, overruled, unsent, ownDeviceId }: ProjectHistory,
  scenes: readonly Scene[],
): PulledHistoryRow[] {
  const known = new Set([...entries.map(({ opKey }) => opKey), ...overruled.map(({ row }) => row.opId)]);
  return unsent
    .filter(({ opId }) => !known.has(opId))
    .toSorted((a, b) => b.seq - a.seq)
    .flatMap((row) => stepOf(row, scenes, ownDeviceId ?? UNKNOWN) ?? []);
}

function stepOf(row: OutboxRow, scenes: readonly Scene[], deviceId: string): PulledHistoryRow | null {
  const { change, opId, projectId, userId, seq, at } = row;
  const kind = kindOf(change);
  if (kind === null) return null;
  const sceneId = sceneMadeBy(change) ?? sceneOfChange(change);
  return {
    ...{ id: `unsent-${opId}`, projectId, userId, place: seq, kind, sceneId, at, opKey: opId, isTold: true },
    sceneNumber: scenes.find(({ id }) => id === sceneId)?.sceneNumber ?? null,
    device: { id: deviceId, name: '' },
    fields: Object.entries(fieldsOf(change)).map(([field, after]) => ({ field, before: null, after, replaced: null })),
  };
}

/** Null for what leaves no history. */
function kindOf({ kind }: Change): HistoryKind | null {
  switch (kind) {
    case 'delete-project':
      return null;
    case 'patch-project':
    case 'edit-audio':
      return 'edit-project';
    case 'add-character':
    case 'patch-character':
    case 'restore-character':
      return 'edit-character';
    case 'patch-scene':
    case 'patch-texts':
    case 'remake-still':
      return 'edit-scene';
    default:
      return kind;
  }
}

function fieldsOf(change: Change): object {
  switch (change.kind) {
    case 'patch-project':
    case 'patch-scene':
      return change.patch;
    case 'edit-audio':
      return { audio: change.edits };
    case 'patch-texts':
      return { textOverlays: change.texts };
    case 'remake-still':
      return { still: change.still };
    default:
      return {};
  }
}
