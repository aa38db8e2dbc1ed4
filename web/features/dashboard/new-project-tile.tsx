import { Plus } from 'lucide-react';
import { Viewfinder } from '#ui/viewfinder.tsx';
import styles from './dashboard.module.css';
import { dashboardWords as words } from './words.ts';

/** The first tile of the wall: an empty viewfinder. */
export function NewProjectTile({ onChoose }: { onChoose: () => void }) {
  return (
    <button type="button" className={styles['newTile']} onClick={onChoose}>
      <Viewfinder />
      <Plus size={20} aria-hidden="true" />
      {words.newProject}
    </button>
  );
}
