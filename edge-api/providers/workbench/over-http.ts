/** Files come from a server into the folder of a turn, and its movie is sent there. */
import { join } from 'node:path';
import type { ServerLine } from '#edge-api/providers/export-desk/over-http.ts';
import type { Carrier, FolderOf } from './disk.ts';
import type { Turn } from './port.ts';

export function fromServer(line: Pick<ServerLine, 'fetch' | 'send'>, folderOf: FolderOf): Carrier {
  const leaseOf = ({ jobId, leaseBy }: Turn) => ({ id: jobId, leaseBy });
  /** The writer opens a file for each scene that plays it. */
  const coming = new Map<string, Promise<string>>();
  const fetchOnce = async (turn: Turn, sha256: string): Promise<string> => {
    const path = join(folderOf(turn), 'media', sha256);
    await line.fetch(leaseOf(turn), sha256, path);
    return path;
  };
  return {
    open: (turn, sha256) => {
      const name = `${turn.jobId}.${turn.leaseBy}.${sha256}`;
      const path = coming.get(name) ?? fetchOnce(turn, sha256).finally(() => coming.delete(name));
      coming.set(name, path);
      return path;
    },
    store: (turn, path, blob) => line.send(leaseOf(turn), path, blob),
    fetches: true,
  };
}
