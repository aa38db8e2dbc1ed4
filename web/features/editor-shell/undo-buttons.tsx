import { Redo2, Undo2 } from 'lucide-react';
import { useHistoryEnds } from '#data/live.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { redoLatest, undoLatest } from './undo.ts';
import styles from './undo-buttons.module.css';
import { projectMenuWords as words } from './words.ts';

/** Undo and redo, each with what it is about to do. */
export function UndoButtons({ projectId }: { projectId: string }) {
  const ends = useHistoryEnds(projectId);
  return (
    <>
      <QuietButton
        size="2"
        variant="ghost"
        className={styles['step'] ?? ''}
        disabled={!ends?.undo}
        onClick={() => void undoLatest(projectId)}
      >
        <Undo2 size={16} aria-hidden="true" />
        <span className={styles['name']}>{words.undo}</span>
        {ends?.undo ? <span className={`${styles['label']} one-line`}>{ends.undo}</span> : null}
      </QuietButton>
      <QuietButton
        size="2"
        variant="ghost"
        className={styles['step'] ?? ''}
        disabled={!ends?.redo}
        onClick={() => void redoLatest(projectId)}
      >
        <Redo2 size={16} aria-hidden="true" />
        <span className={styles['name']}>{words.redo}</span>
        {ends?.redo ? <span className={`${styles['label']} one-line`}>{ends.redo}</span> : null}
      </QuietButton>
    </>
  );
}
