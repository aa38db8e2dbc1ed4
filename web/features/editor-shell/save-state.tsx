import { Check, CloudOff, CloudUpload, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useSyncStatus, type SyncStatus } from '#sync/status.ts';
import { Tip } from '#ui/tip.tsx';
import { ProblemsDialog } from './problems-dialog.tsx';
import styles from './save-state.module.css';

/**
 * Whether the project's changes have reached the server; on this device they are safe in every state. Where some were
 * refused it opens what can be done about them.
 */
export function SaveState({ projectId }: { projectId: string }) {
  const status = useSyncStatus(projectId);
  const [isOpen, setIsOpen] = useState(false);
  const { word, Icon, tip } = describe(status);
  const content = (
    <>
      <Icon size={14} aria-hidden="true" />
      {word}
    </>
  );
  return (
    <>
      <output className={styles['state']}>
        <Tip text={tip}>
          {status.state === 'problem' ? (
            <button type="button" className={styles['problem']} onClick={() => setIsOpen(true)}>
              {content}
            </button>
          ) : (
            <span className={styles['word']}>{content}</span>
          )}
        </Tip>
      </output>
      {isOpen ? <ProblemsDialog problems={status.problems} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function describe({ state, unsent, problems }: SyncStatus): { word: string; Icon: LucideIcon; tip: string } {
  const changes = `${unsent} ${unsent === 1 ? 'change' : 'changes'}`;
  switch (state) {
    case 'saved':
      return { word: 'Saved', Icon: Check, tip: 'Everything is on the server.' };
    case 'saving':
      return { word: 'Saving', Icon: CloudUpload, tip: `${changes} on the way to the server.` };
    case 'offline':
      return {
        word: 'Offline',
        Icon: CloudOff,
        tip:
          unsent === 0
            ? 'No network. You can go on working.'
            : `No network. ${changes} kept on this device until it is back.`,
      };
    case 'signed-out':
      return {
        word: 'Signed out',
        Icon: CloudOff,
        tip: `Please sign in again. ${changes} kept on this device until then.`,
      };
    case 'problem': {
      const refused = problems.length === 1 ? 'A change was' : `${problems.length} changes were`;
      return { word: 'Not all saved', Icon: TriangleAlert, tip: `${refused} refused. See what you can do.` };
    }
  }
}
