import { useEffect, useState } from 'react';
import { readShared } from '#data/device-storage.ts';

/** What another app has shared; undefined while it is read. */
export function useShared(): readonly File[] | undefined {
  const [files, setFiles] = useState<readonly File[] | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    readShared().then(
      (found) => (isOver ? undefined : setFiles(found)),
      (error: unknown) => {
        console.error('Shared files can’t be read.', error);
        if (!isOver) setFiles([]);
      },
    );
    return () => void (isOver = true);
  }, []);
  return files;
}
