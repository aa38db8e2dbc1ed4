import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './editor-rail.module.css';
import { useWide } from './use-wide.ts';

type EditorRailProps = {
  id: string;
  /** Whether it stands beside the tabs where there is room for it. */
  isOpen: boolean;
  /** How far the movie is, for the line that it folds into on small screens. */
  summary: ReactNode;
  children: ReactNode;
};

/** What belongs to the project and not to one of its views: beside the tabs, or folded above them. */
export function EditorRail({ id, isOpen, summary, children }: EditorRailProps) {
  const isWide = useWide();
  return (
    <aside className={styles['rail']} aria-label="Project" data-open={isOpen}>
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

/** One line that unfolds; what it sums up is said once, there or in what is unfolded. */
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
        <span className={styles['name']}>Movie details</span>
        {isUnfolded ? null : summary}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isUnfolded ? <div id={id}>{children}</div> : null}
    </>
  );
}
