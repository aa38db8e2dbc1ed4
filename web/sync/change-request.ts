/** The request for a change. It's built when the change is first sent, from the server's state at that time. */
import { planCall, type PlannedCall } from '#api/planned-call.ts';
import { rpc } from '#api/rpc.ts';
import type { Change } from '#data/change.ts';
import { applyChange, changedTextsOf } from '#data/document/apply-change.ts';
import type { BaseRow, FrozenRequest, OutboxRow } from '#data/tables/rows.ts';
import { historyHeaders } from '#shared/api/history.ts';
import type { ReorderScenesRequest } from '#shared/api/projects.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { assertNever } from '#shared/errors.ts';

const { projects, scenes } = rpc.api;

/** @param base the server's last known state: it includes everything before this change */
export function requestOf(change: Change, base: BaseRow): FrozenRequest {
  const project = { param: { id: base.projectId } };
  const projectVersion = base.project?.version ?? null;
  switch (change.kind) {
    case 'create-project':
      return frozen(planCall('POST', projects, { json: change.body }), null);
    case 'patch-project':
      return frozen(planCall('PATCH', projects[':id'], { ...project, json: change.patch }), projectVersion);
    case 'edit-audio': {
      const json = { audio: editAudio(base.project?.audio ?? [], change.edits) };
      return frozen(planCall('PATCH', projects[':id'], { ...project, json }), projectVersion);
    }
    case 'delete-project':
      return frozen(planCall('DELETE', projects[':id'], project), projectVersion);
    case 'add-character': {
      const json = { id: change.characterId, ...change.body };
      return frozen(planCall('POST', projects[':id'].characters, { ...project, json }), projectVersion);
    }
    case 'patch-character': {
      const call = planCall('PATCH', projects[':id'].characters[':characterId'], {
        ...characterOf(change, base),
        json: change.patch,
      });
      return frozen(call, projectVersion);
    }
    case 'delete-character': {
      const call = planCall('DELETE', projects[':id'].characters[':characterId'], characterOf(change, base));
      return frozen(call, projectVersion);
    }
    case 'restore-character': {
      const path = projects[':id'].characters[':characterId'].restore;
      return frozen(planCall('POST', path, characterOf(change, base)), projectVersion);
    }
    case 'add-scene':
      return frozen(planCall('POST', projects[':id'].scenes, { ...project, json: change.body }), projectVersion);
    case 'split-scene': {
      const { atSeconds, newSceneId } = change;
      const call = planCall('POST', scenes[':id'].split, { ...sceneOf(change), json: { atSeconds, newSceneId } });
      return frozen(call, projectVersion);
    }
    case 'duplicate-scene': {
      const json = { newSceneId: change.newSceneId, ...(change.from && { projectId: base.projectId }) };
      return frozen(planCall('POST', scenes[':id'].duplicate, { ...sceneOf(change), json }), projectVersion);
    }
    case 'patch-scene': {
      const call = planCall('PATCH', scenes[':id'], { ...sceneOf(change), json: change.patch });
      return frozen(call, sceneVersion(base, change.sceneId));
    }
    case 'remake-still': {
      const json = { remade: { mediaId: change.clip.sha256, still: change.still } };
      return frozen(planCall('PATCH', scenes[':id'], { ...sceneOf(change), json }), sceneVersion(base, change.sceneId));
    }
    case 'patch-texts': {
      const scene = base.scenes.find(({ id }) => id === change.sceneId) ?? { id: change.sceneId, textOverlays: [] };
      const json = { textOverlays: changedTextsOf(scene, change) };
      const call = planCall('PATCH', scenes[':id'], { ...sceneOf(change), json });
      return frozen(call, sceneVersion(base, change.sceneId));
    }
    case 'delete-scene':
      return frozen(planCall('DELETE', scenes[':id'], sceneOf(change)), projectVersion);
    case 'restore-scene':
      return frozen(planCall('POST', scenes[':id'].restore, sceneOf(change)), projectVersion);
    case 'restore-clip': {
      const call = planCall('POST', scenes[':id']['restore-clip'], {
        ...sceneOf(change),
        json: { sha256: change.sha256 },
      });
      return frozen(call, sceneVersion(base, change.sceneId));
    }
    case 'reorder-scenes': {
      const json = orderBody(change, base);
      return frozen(planCall('POST', projects[':id']['reorder-scenes'], { ...project, json }), projectVersion);
    }
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

function frozen(call: PlannedCall<FrozenRequest['method']>, ifMatch: number | null): FrozenRequest {
  return { ...call, ifMatch };
}

function sceneOf({ sceneId }: { sceneId: string }): { param: { id: string } } {
  return { param: { id: sceneId } };
}

function characterOf(
  { characterId }: { characterId: string },
  { projectId }: BaseRow,
): { param: { id: string; characterId: string } } {
  return { param: { id: projectId, characterId } };
}

function sceneVersion(base: BaseRow, sceneId: string): number | null {
  return base.scenes.find((scene) => scene.id === sceneId)?.version ?? null;
}

/** The order of the scenes that the server knows. It would refuse any other. */
function orderBody(change: Extract<Change, { kind: 'reorder-scenes' }>, base: BaseRow): ReorderScenesRequest {
  const known = base.scenes.filter((scene) => !base.orphanIds.includes(scene.id));
  const { scenes } = applyChange({ project: base.project, scenes: known, tombstones: [] }, change);
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
