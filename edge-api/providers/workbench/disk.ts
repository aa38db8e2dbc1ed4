/** Folders `<root>/<job>.<worker>`, beside the media store or far from it. Several processes may share a root. */
import { mkdir, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskStore } from '#edge-api/providers/media-store/disk.ts';
import type { Turn, Workbench } from './port.ts';
import { endProcessesIn } from './processes-in.ts';

const turnName = /^([0-9a-f-]{36})\.([0-9a-f]+)$/;

/** How files come to a turn, and how its movie leaves it. */
export type Carrier = Pick<Workbench, 'open' | 'store' | 'fetches'>;

/** Files of a store on this machine stay where they are. */
export function fromDisk(store: DiskStore): Carrier {
  return {
    open: (_, sha256) => store.pathOf(sha256),
    store: (_, path, blob) => store.adopt(path, blob),
    fetches: false,
  };
}

/** Where a turn works. */
export type FolderOf = (turn: Turn) => string;

/** Opens (and makes) the root. @throws the file system's error when it can't be made or written */
export async function openWorkbench(root: string, carrierFor: (folderOf: FolderOf) => Carrier): Promise<Workbench> {
  await mkdir(root, { recursive: true });
  const realRoot = await realpath(root);
  const pathOf: FolderOf = ({ jobId, leaseBy }) => join(realRoot, `${jobId}.${leaseBy}`);
  const turns = async (): Promise<Turn[]> => (await readdir(realRoot)).flatMap((name) => turnOf(name) ?? []);
  const remove = async (turn: Turn): Promise<void> => {
    await endProcessesIn(pathOf(turn));
    await rm(pathOf(turn), { recursive: true, force: true, maxRetries: 3 });
  };
  return {
    ...carrierFor(pathOf),
    begin: async (turn) => {
      for (const earlier of await turns()) if (earlier.jobId === turn.jobId) await remove(earlier);
      await mkdir(pathOf(turn));
      return pathOf(turn);
    },
    clear: remove,
    sweep: async (isOver) => {
      let count = 0;
      for (const turn of await turns()) {
        if (!(await isOver(turn))) continue;
        await remove(turn);
        count++;
      }
      return count;
    },
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(realRoot);
      return bavail * bsize;
    },
  };
}

function turnOf(name: string): Turn | null {
  const match = turnName.exec(name);
  const [, jobId, leaseBy] = match ?? [];
  return jobId === undefined || leaseBy === undefined ? null : { jobId, leaseBy };
}
