/** The request for a change. It's built when the change is first sent, from the server's state at that time. */
import type { Change } from '#data/change.ts';
import { applyChange } from '#data/document/apply-change.ts';
import type { BaseRow, FrozenRequest, OutboxRow } from '#data/tables/rows.ts';
import { historyHeaders } from '#shared/api/history.ts';
import type { ReorderScenesRequest } from '#shared/api/projects.ts';
import { assertNever } from '#shared/errors.ts';

/** @param base the server's last known state: it includes everything before this change */
export function requestOf(change: Change, base: BaseRow): FrozenRequest {
  const project = `/api/projects/${base.projectId}`;
  const projectVersion = base.project?.version ?? null;
  switch (change.kind) {
    case 'create-project':
      return frozen('POST', '/api/projects', change.body, null);
    case 'patch-project':
      return frozen('PATCH', project, change.patch, projectVersion);
    case 'delete-project':
      return frozen('DELETE', project, null, projectVersion);
    case 'add-scene':
      return frozen('POST', `${project}/scenes`, change.body, projectVersion);
    case 'patch-scene':
      return frozen('PATCH', `/api/scenes/${change.sceneId}`, change.patch, sceneVersion(base, change.sceneId));
    case 'delete-scene':
      return frozen('DELETE', `/api/scenes/${change.sceneId}`, null, projectVersion);
    case 'restore-scene':
      return frozen('POST', `/api/scenes/${change.sceneId}/restore`, {}, projectVersion);
    case 'restore-clip': {
      const { sceneId, sha256 } = change;
      return frozen('POST', `/api/scenes/${sceneId}/restore-clip`, { sha256 }, sceneVersion(base, sceneId));
    }
    case 'reorder-scenes':
      return frozen('POST', `${project}/reorder-scenes`, orderBody(change, base), projectVersion);
    default:
      return assertNever(change);
  }
}

/** Headers of a frozen request, the same for every repeat. */
export function headersOf(request: FrozenRequest, { opId, madeOn }: OutboxRow): Record<string, string> {
  return {
    'Idempotency-Key': opId,
    ...(request.ifMatch === null ? {} : { 'If-Match': `"${request.ifMatch}"` }),
    ...(madeOn === null ? {} : { [historyHeaders.madeOn]: `"${madeOn}"` }),
    ...(request.body === null ? {} : { 'Content-Type': 'application/json' }),
  };
}

function frozen(
  method: FrozenRequest['method'],
  path: string,
  body: object | null,
  ifMatch: number | null,
): FrozenRequest {
  return { method, path, body: body === null ? null : JSON.stringify(body), ifMatch };
}

function sceneVersion(base: BaseRow, sceneId: string): number | null {
  return base.scenes.find((scene) => scene.id === sceneId)?.version ?? null;
}

/** The order of the scenes that the server knows. It would refuse any other. */
function orderBody(change: Extract<Change, { kind: 'reorder-scenes' }>, base: BaseRow): ReorderScenesRequest {
  const known = base.scenes.filter((scene) => !base.orphanIds.includes(scene.id));
  const { scenes } = applyChange({ project: base.project, scenes: known, buried: [] }, change);
  return {
    scenes: scenes.map(({ id, sceneNumber, isExtension, parentSceneId, extensionIndex }) => ({
      id,
      sceneNumber,
      isExtension,
      parentSceneId,
      extensionIndex,
    })),
  };
}
