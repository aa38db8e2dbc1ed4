import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import styles from './editor-rail.module.css';
import { useWide } from './use-wide.ts';
import { shellWords as words } from './words.ts';

type EditorRailProps = {
  id: string;
  /** Whether it is shown beside the tabs on wide screens. */
  isOpen: boolean;
  /** The movie’s progress, for the one line that it collapses into on small screens. */
  summary: ReactNode;
  children: ReactNode;
};

/** What belongs to the whole project, beside the tabs or collapsed above them. */
export function EditorRail({ id, isOpen, summary, children }: EditorRailProps) {
  const isWide = useWide();
  return (
    <aside className={styles['rail']} aria-label={words.rail} data-open={isOpen} {...(isWide && keepClearMark)}>
      {isWide ? (
        <div id={id}>{children}</div>
      ) : (
        <Fold id={id} summary={summary}>
          {children}
        </Fold>
      )}
    </aside>
  );
}

/** One line that expands. The summary is shown only while it is collapsed. */
function Fold({ id, summary, children }: Omit<EditorRailProps, 'isOpen'>) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles['fold']}
        aria-expanded={isUnfolded}
        {...(isUnfolded && { 'aria-controls': id })}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <span className={styles['name']}>{words.details}</span>
        {isUnfolded ? null : summary}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isUnfolded ? <div id={id}>{children}</div> : null}
    </>
  );
}
