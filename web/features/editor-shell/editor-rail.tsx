import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './editor-rail.module.css';

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
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <aside className={styles['rail']} aria-label="Project" data-open={isOpen} data-unfolded={isUnfolded}>
      <button
        type="button"
        className={styles['fold']}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <span className={styles['name']}>Movie Concept</span>
        {summary}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div id={id} className={styles['content']}>
        {children}
      </div>
    </aside>
  );
}
