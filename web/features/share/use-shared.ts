import { useEffect, useState } from 'react';
import { claimShared } from '#data/device-storage.ts';

/**
 * What another app has shared; undefined while it is read.
 * @param userId of who is signed in, null for nobody, undefined while that isn't known
 */
export function useShared(userId: string | null | undefined): readonly File[] | undefined {
  const [files, setFiles] = useState<readonly File[] | undefined>(undefined);
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isOver = false;
    claimShared(userId).then(
      (found) => (isOver ? undefined : setFiles(found)),
      (error: unknown) => {
        console.error('Shared files can’t be read.', error);
        if (!isOver) setFiles([]);
      },
    );
    return () => void (isOver = true);
  }, [userId]);
  return files;
}
