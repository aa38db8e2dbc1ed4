import { Check, CloudOff, CloudUpload, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useSyncStatus, type SyncStatus } from '#sync/status.ts';
import { Tip } from '#ui/tip.tsx';
import styles from './save-state.module.css';

/** Whether the project's changes have reached the server; on this device they are safe in every state. */
export function SaveState({ projectId }: { projectId: string }) {
  const { word, Icon, tip } = describe(useSyncStatus(projectId));
  return (
    <Tip text={tip}>
      <output className={styles['state']}>
        <Icon size={14} aria-hidden="true" />
        {word}
      </output>
    </Tip>
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
    case 'problem':
      return {
        word: 'Not all saved',
        Icon: TriangleAlert,
        tip: problems[0]?.sentence ?? 'The server refused a change.',
      };
  }
}
