/** Files of the clip store that become a person's own, where projects need them. */
import { clipStore } from '#data/page-clip-store.ts';
import type { ImportDeps } from './import-opened-file.ts';
import { takeInFiles } from './own-files.ts';
import type { CommitDeps } from './enact.ts';
import { keptFileWords } from './words.ts';

export function keptFileTaker(deps: CommitDeps, userId: string): ImportDeps['takeIn'] {
  return async (sha256, name, kind) => {
    const known = await deps.db.ownFiles.get([userId, sha256]);
    if (known !== undefined && known.state !== 'refused') return known.file;
    const file = await clipStore.read(sha256);
    if (file === null) return null;
    const named = new File([file], name.trim() || keptFileWords.unnamed);
    const { files } = await takeInFiles({ ...deps, userId }, [named], { kinds: [kind] });
    return files[0] ?? null;
  };
}
