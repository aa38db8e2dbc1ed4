/** Versions of a person's projects, as their devices keep them. Whoever reads them has checked whose project it is. */
import type { CreateVersionRequest, WholeVersion } from '#shared/api/versions.ts';
import {
  versionDocumentSchema,
  versionSummarySchema,
  type VersionDocument,
  type VersionSummary,
} from '#shared/entities/version.ts';
import { AppError } from '#shared/errors.ts';
import { surplusVersions } from '#shared/rules/surplus-versions.ts';
import type { Deps } from '../deps.ts';
import {
  deleteVersions,
  findVersion,
  insertVersion,
  listVersions,
  listVersionSizes,
  versionsMark,
} from '#edge-api/repos/versions.ts';
import { changeOnce, type ChangeCall } from './change-once.ts';
import { packText, unpackText } from './packed-text.ts';
import { keptWhole } from './kept-replies.ts';
import { ownProject } from './project-view.ts';
import { versionWords as words } from './words.ts';

/**
 * Keeps a version. One that is there is answered as it is.
 * @throws AppError `not_found` for another person's project, `invalid_input` for a document that can't be read
 */
export function keepVersion(
  deps: Pick<Deps, 'db' | 'now'>,
  call: ChangeCall,
  projectId: string,
  { id, at, reason, name, document }: CreateVersionRequest,
): Promise<VersionSummary> {
  return changeOnce(deps, call, keptWhole(versionSummarySchema), async () => {
    await ownProject(deps, call.userId, projectId);
    const read = versionDocumentSchema.safeParse(document);
    if (!read.success) throw new AppError('invalid_input', words.unreadable, { cause: read.error });
    const known = await findVersion(deps.db, { projectId, id });
    if (known !== null) return { statements: [], reply: summaryOf(known) };
    const nowMs = deps.now();
    const summary = { id, projectId, at: Math.min(at, nowMs), reason, name, device: call.device };
    const packed = await packText(JSON.stringify(ofProject(read.data, projectId)));
    const kept = await listVersionSizes(deps.db, projectId);
    const surplus = surplusVersions([...kept, { ...summary, sizeBytes: packed.byteLength }], nowMs);
    return {
      statements: [
        insertVersion({ ...summary, userId: call.userId, document: packed, nowMs }),
        deleteVersions({ projectId, ids: surplus.map((version) => version.id) }),
      ],
      reply: summary,
    };
  });
}

/** The newest first. */
export function projectVersions(deps: Pick<Deps, 'db'>, projectId: string): Promise<VersionSummary[]> {
  return listVersions(deps.db, projectId);
}

/** Changes with every version that comes or goes. */
export function markOfVersions(deps: Pick<Deps, 'db'>, projectId: string): Promise<string> {
  return versionsMark(deps.db, projectId);
}

/** @throws AppError `not_found`, also for a document of a form that nobody reads any more */
export async function wholeVersion(
  deps: Pick<Deps, 'db' | 'log'>,
  projectId: string,
  id: string,
): Promise<WholeVersion> {
  const found = await findVersion(deps.db, { projectId, id });
  if (found === null) throw new AppError('not_found', words.notFound);
  const read = versionDocumentSchema.safeParse(JSON.parse(await unpackText(found.document)));
  if (read.success) return { ...summaryOf(found), document: read.data };
  deps.log.error('version_unreadable', { id, error: read.error });
  throw new AppError('not_found', words.notFound);
}

function summaryOf({ id, projectId, at, reason, name, device }: VersionSummary): VersionSummary {
  return { id, projectId, at, reason, name, device };
}

/** Its scenes are of this project, whatever they say of themselves. */
function ofProject({ scenes, ...rest }: VersionDocument, projectId: string): VersionDocument {
  return { ...rest, scenes: scenes.map((scene) => ({ ...scene, projectId })) };
}
