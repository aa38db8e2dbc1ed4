import { DropdownMenu } from '@radix-ui/themes';
import { EllipsisVertical, FileDown, FolderSync, Keyboard, PenLine, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useHistoryEnds } from '#data/live.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { openKeyboardHelp } from '#ui/keyboard-help.ts';
import styles from './project-menu.module.css';
import { redoLatest, undoLatest } from './undo.ts';
import { projectMenuWords as words } from './words.ts';

type ProjectMenuProps = {
  projectId: string;
  onRename: () => void;
  onSave: () => void;
  onFolder: () => void;
  onDelete: () => void;
};

/** Actions on the whole project. */
export function ProjectMenu({ projectId, onRename, onSave, onFolder, onDelete }: ProjectMenuProps) {
  const ends = useHistoryEnds(projectId);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <IconAction label={words.name} size="2">
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
          <PenLine size={16} aria-hidden="true" /> {words.rename}
        </DropdownMenu.Item>
        <DropdownMenu.Item onSelect={onSave}>
          <FileDown size={16} aria-hidden="true" /> {words.save}
        </DropdownMenu.Item>
        {'showDirectoryPicker' in globalThis ? (
          <DropdownMenu.Item onSelect={onFolder}>
            <FolderSync size={16} aria-hidden="true" /> {words.folder}
          </DropdownMenu.Item>
        ) : null}
        <DropdownMenu.Separator />
        <DropdownMenu.Item
          disabled={!ends?.undo}
          onSelect={() => void undoLatest(projectId)}
          shortcut={words.keys.undo}
        >
          <Undo2 size={16} aria-hidden="true" /> {ends?.undo ? words.undoLabel({ label: ends.undo }) : words.undo}
        </DropdownMenu.Item>
        <DropdownMenu.Item
          disabled={!ends?.redo}
          onSelect={() => void redoLatest(projectId)}
          shortcut={words.keys.redo}
        >
          <Redo2 size={16} aria-hidden="true" /> {ends?.redo ? words.redoLabel({ label: ends.redo }) : words.redo}
        </DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={openKeyboardHelp} shortcut={words.keys.help}>
          <Keyboard size={16} aria-hidden="true" /> {words.shortcuts}
        </DropdownMenu.Item>
        <DropdownMenu.Item color="red" onSelect={onDelete}>
          <Trash2 size={16} aria-hidden="true" /> {words.remove}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** Rename has already put the focus into the title’s field, where it stays. */
function keepFocusOfField(event: Event): void {
  if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
}
