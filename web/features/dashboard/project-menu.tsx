import { DropdownMenu } from '@radix-ui/themes';
import { EllipsisVertical, Trash2 } from 'lucide-react';
import { highContrast } from '#ui/high-contrast.ts';
import { IconAction } from '#ui/icon-action.tsx';
import styles from './project-menu.module.css';
import { dashboardWords as words } from './words.ts';

type ProjectMenuProps = { title: string; onDelete: () => void };

/** What a person can do to a project from the wall. */
export function ProjectMenu({ title, onDelete }: ProjectMenuProps) {
  return (
    <div className={styles['menu']}>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger>
          <IconAction label={words.menu({ title })} size="2" className={styles['trigger'] ?? ''}>
            <EllipsisVertical size={16} />
          </IconAction>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end" color="gray" className={highContrast}>
          <DropdownMenu.Item color="red" onSelect={onDelete}>
            <Trash2 size={16} aria-hidden="true" /> {words.deleteProject}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </div>
  );
}
