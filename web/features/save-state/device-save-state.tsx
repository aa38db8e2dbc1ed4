import { Suspense, useState } from 'react';
import { sendNow, useSyncStatus } from '#sync/status.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { Tip } from '#ui/tip.tsx';
import { describe } from './describe.ts';
import styles from './save-state.module.css';

const ProblemsDialog = lazyPart(async () => ({ default: (await import('./problems-dialog.tsx')).ProblemsDialog }));

/** Whether the changes of all projects on this device have reached the server; nothing where they have. */
export function DeviceSaveState() {
  const status = useSyncStatus();
  const [isOpen, setIsOpen] = useState(false);
  const told = describe(status, 'device');
  const isShown = status.state === 'problem' || status.unsent > 0;
  const onPress =
    status.state === 'problem'
      ? () => setIsOpen(true)
      : status.state === 'delayed'
        ? () => void sendNow(null)
        : undefined;
  const content = (
    <>
      <told.Icon size={14} aria-hidden="true" />
      {told.word}
    </>
  );
  return (
    <>
      {isShown ? (
        <output className={styles['state']}>
          <Tip text={told.tip}>
            {onPress ? (
              <button type="button" className={styles[status.state]} onClick={onPress}>
                {content}
              </button>
            ) : (
              <span className={styles['word']}>{content}</span>
            )}
          </Tip>
        </output>
      ) : null}
      {isOpen ? (
        <Suspense>
          <ProblemsDialog problems={status.problems} isOfAll onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
