/** Rows of one person in every table, as small as their indexes and later versions of them allow. */

export const ADA = '01a20000-0000-7000-8000-00000000000a';
export const BOB = '01a20000-0000-7000-8000-00000000000b';
export const CAT = '01a20000-0000-7000-8000-00000000000c';

/** The hash of a clip that nobody else has, and of one that everybody has. */
export const clipOf = (userId: string): string => userId.slice(-1).repeat(64);
export const SHARED_CLIP = 'f'.repeat(64);

/** Of each table its rows; those of `outbox` have the sequence numbers that are named. */
export function rowsOf(userId: string, seqs: readonly number[]): Record<string, object[]> {
  const projectId = `project of ${userId}`;
  const of = { userId, projectId };
  return {
    users: [{ id: userId, email: `${userId}@example.org` }],
    projects: [{ id: projectId, userId }],
    scenes: [
      { id: `scene of ${userId}`, projectId, sha256: clipOf(userId) },
      { id: `second scene of ${userId}`, projectId, sha256: SHARED_CLIP },
    ],
    tombstones: [{ sceneId: `tombstone of ${userId}`, projectId, rows: [] }],
    bases: [{ ...of, scenes: [], tombstones: [] }],
    outbox: seqs.map((seq) => ({ seq, opId: `change ${seq} of ${userId}`, ...of })),
    history: seqs.map((seq) => ({ seq, label: `edit ${seq} of ${userId}`, ...of })),
    pulledHistory: [{ id: `entry of ${userId}`, ...of }],
    historyPulls: [{ projectId, tag: `tag of ${userId}` }],
    clips: [clipOf(userId), SHARED_CLIP].map((sha256) => ({ sha256, sizeBytes: 1, storedAt: 1 })),
    exports: [{ id: `export of ${userId}`, ...of, storedName: `${userId}.mp4` }],
    ownFiles: [{ userId, sha256: clipOf(userId) }],
    versions: [{ id: `version of ${userId}`, ...of, at: 1, state: 'waiting' }],
    meta: [
      { key: `preferences:${userId}`, value: { timelineView: 'list' } },
      { key: `spending.${userId}`, value: { at: 1 } },
      { key: `folderCopy:${projectId}`, value: { ...of, fileName: `Movie of ${userId}.storyreel` } },
    ],
    quarantine: [
      { table: 'projects', row: { id: 'x', userId }, reason: '', at: 0 },
      { table: 'scenes', row: { id: 'y', projectId }, reason: '', at: 0 },
    ],
  };
}
