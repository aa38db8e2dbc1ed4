import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '#api/queries/session.ts';
import { db } from '#data/db.ts';
import { readOpenedFile } from '#data/tables/opened-file.ts';
import { showToast } from '#ui/toasts.ts';
import { importWords as words } from './import-words.ts';

/** Imports the file that somebody opened before they signed in to edit it. */
export function ImportAfterSignIn() {
  const userId = useSession().user?.id ?? null;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const show = useEffectEvent((projectId: string): void => {
    const address = `/project/${projectId}`;
    // Whoever has begun something else isn't taken away from it.
    if (pathname === '/') void navigate(address);
    else showToast({ title: words.imported, action: { label: words.open, onSelect: () => void navigate(address) } });
  });
  useEffect(() => {
    if (userId === null) return;
    const run = async (): Promise<void> => {
      if ((await readOpenedFile(db))?.isWanted !== true) return;
      const { importWanted } = await import('./import-file.ts');
      const projectId = await importWanted(userId);
      if (projectId !== null) show(projectId);
    };
    run().catch((error: unknown) => console.error('The opened file can’t be imported.', error));
  }, [userId]);
  return null;
}
