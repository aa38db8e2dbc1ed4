import { useEffect, useState } from 'react';
import { claimShared } from '#data/device-storage.ts';

export type Shared =
  | { kind: 'reading' }
  | { kind: 'read'; files: readonly File[] }
  /** They are still there. */
  | { kind: 'failed'; error: unknown; retry: () => void };

/**
 * What another app has shared.
 * @param userId of who is signed in, null for nobody, undefined while that isn't known
 */
export function useShared(userId: string | null | undefined): Shared {
  const [shared, setShared] = useState<Shared>({ kind: 'reading' });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isOver = false;
    const retry = (): void => {
      setShared({ kind: 'reading' });
      setTimes((before) => before + 1);
    };
    claimShared(userId).then(
      (files) => (isOver ? undefined : setShared({ kind: 'read', files })),
      (error: unknown) => {
        console.error('Shared files can’t be read.', error);
        if (!isOver) setShared({ kind: 'failed', error, retry });
      },
    );
    return () => void (isOver = true);
  }, [userId, times]);
  return shared;
}
