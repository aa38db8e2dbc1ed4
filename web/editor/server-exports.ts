/**
 * Runs exports that the server makes and keeps their rows. The server's work outlives the page: a row holds the job's
 * name, and whichever tab holds the row's lock asks how it goes, until it has ended or the person wants it no more.
 */
import type { StoryreelDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import { exportLockName } from '#data/tables/exports.ts';
import { readReach } from '#data/tables/reach.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { adoptExports } from './adopt-exports.ts';
import { newExportRow } from './export-row.ts';
import type { ExportChoice } from './export-target.ts';
import { frozenPlan } from './frozen-plan.ts';
import { endedBadly, isExpired, newServerFields } from './server-export-row.ts';
import { carryOut, isToDo, type ServerExportDeps } from './server-export-steps.ts';
import { serverExportWords as words } from './words.ts';

export function createServerExports(deps: ServerExportDeps) {
  const { db, device, locks } = deps;
  /** Exports that this tab has started and works on. */
  const started = new Set<string>();

  /** Does what is left to be done for an export whenever it is this tab's turn, until it is over. */
  const carryOn = async (id: string, signal: AbortSignal, work: () => ReturnType<typeof carryOut>): Promise<void> => {
    let isOver = false;
    // Whoever gives way to the tab that is looked at waits for its turn again.
    while (!isOver && !signal.aborted)
      await locks.hold(exportLockName(id), async () => void (isOver = (await work()) === 'over'), { signal });
  };

  return {
    /**
     * Starts an export and answers its row's id once the server has taken it. Where nobody answers, it is tried again,
     * and the row tells of it.
     * @throws what waiting for edits throws, ApiError when the server refuses; then no row is left
     */
    async start(projectId: string, choice: ExportChoice): Promise<string> {
      const { plan, userId } = await frozenPlan(db, projectId);
      const id = device.newId();
      const about = { id, userId, plan, choice, destination: { kind: 'device' }, ownerId: deps.tabId } as const;
      const row: ExportRow = { ...newExportRow(about, device.now()), keptIn: 'server', server: newServerFields };
      const { signal } = new AbortController();
      started.add(id);
      return await new Promise((resolve, reject) => {
        const begun = { taken: () => resolve(id), refused: reject };
        let isWritten = false;
        const work = async (): ReturnType<typeof carryOut> => {
          // The row is written under its lock: another tab that sees it can't be first.
          if (!isWritten) await db.exports.add(row);
          isWritten = true;
          return await carryOut(deps, id, signal, begun);
        };
        carryOn(id, signal, work)
          .catch(reject)
          .finally(() => started.delete(id));
      });
    },

    /** Stops an export, or removes what it has made, there and here. It goes from the screen at once. */
    async discard(id: string): Promise<void> {
      await db.exports
        .where('id')
        .equals(id)
        .modify((row: ExportRow) => {
          if (row.server !== null) row.server.isUnwanted = true;
        });
    },

    /** Takes part in asking after the exports of whoever is signed in, until the signal is aborted. */
    follow(signal: AbortSignal, onCrash: (error: unknown) => void): void {
      let callOffExpiry = (): void => undefined;
      const crash = (error: unknown): void => {
        if (!signal.aborted) onCrash(error);
      };
      const followed = new Set<string>();
      const carryOnOnce = (id: string): void => {
        followed.add(id);
        carryOn(id, signal, () => carryOut(deps, id, signal))
          .catch(crash)
          .finally(() => followed.delete(id));
      };
      const see = (rows: ExportRow[]): void => {
        for (const { id } of rows.filter(isToDo)) if (!started.has(id) && !followed.has(id)) carryOnOnce(id);
        callOffExpiry();
        const next = Math.min(...rows.filter(({ status }) => status === 'complete').map(expiryOf));
        const expire = (): void => void tellExpired(deps).catch(crash);
        if (Number.isFinite(next)) callOffExpiry = deps.after(Math.max(0, next - device.now()), expire);
      };
      follow(() => ownServerExports(db), see, onCrash, signal);
      // Asked when the page opens, after a sign-in, and when the server is there again.
      const adopt = (isThere: boolean): void => {
        if (isThere) adoptExports(deps, signal).catch(crash);
      };
      follow(
        async () => (await readReach(db)) === 'online' && (await readCurrentUserId(db)) !== null,
        adopt,
        onCrash,
        signal,
      );
      signal.addEventListener('abort', () => callOffExpiry(), { once: true });
    },
  };
}

async function ownServerExports(db: StoryreelDb): Promise<ExportRow[]> {
  const userId = await readCurrentUserId(db);
  return await db.exports.filter((row) => row.server !== null && row.userId === userId).toArray();
}

function expiryOf({ server }: ExportRow): number {
  return server?.expiresAt ?? Number.POSITIVE_INFINITY;
}

async function tellExpired({ db, device }: ServerExportDeps): Promise<void> {
  const now = device.now();
  await db.exports
    .filter((row) => isExpired(row, now))
    .modify((row: ExportRow) => void Object.assign(row, endedBadly(words.expired, now)));
}
