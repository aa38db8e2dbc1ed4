import { DropdownMenu } from '@radix-ui/themes';
import { EllipsisVertical, Keyboard, PenLine, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useHistoryEnds } from '#data/live.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { openKeyboardHelp } from '#ui/keyboard-help.ts';
import styles from './project-menu.module.css';
import { redoLatest, undoLatest } from './undo.ts';

type ProjectMenuProps = { projectId: string; onRename: () => void; onDelete: () => void };

/** What is done with a project as a whole. */
export function ProjectMenu({ projectId, onRename, onDelete }: ProjectMenuProps) {
  const ends = useHistoryEnds(projectId);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <IconAction label="Project menu" size="2">
          <EllipsisVertical size={16} />
        </IconAction>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        color="gray"
        className={`${highContrast} ${styles['menu']}`}
        onCloseAutoFocus={keepFocusOfField}
      >
        <DropdownMenu.Item onSelect={onRename}>
          <PenLine size={16} aria-hidden="true" /> Rename
        </DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Item disabled={!ends?.undo} onSelect={() => void undoLatest(projectId)} shortcut="Ctrl Z">
          <Undo2 size={16} aria-hidden="true" /> {ends?.undo ? `Undo: ${ends.undo}` : 'Undo'}
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={!ends?.redo} onSelect={() => void redoLatest(projectId)} shortcut="Ctrl ⇧ Z">
          <Redo2 size={16} aria-hidden="true" /> {ends?.redo ? `Redo: ${ends.redo}` : 'Redo'}
        </DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={openKeyboardHelp} shortcut="?">
          <Keyboard size={16} aria-hidden="true" /> Keyboard shortcuts
        </DropdownMenu.Item>
        <DropdownMenu.Item color="red" onSelect={onDelete}>
          <Trash2 size={16} aria-hidden="true" /> Delete project…
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** Rename has put the focus into the title's field by then: it stays there. */
function keepFocusOfField(event: Event): void {
  if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
}
