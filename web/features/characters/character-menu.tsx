import { DropdownMenu } from '@radix-ui/themes';
import { Ellipsis, ImageUp, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useReach } from '#data/live.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './characters-card.module.css';
import { makePortrait, OWN_PICTURE_TYPES, remove, rename, setOwnPicture } from './portrait-calls.ts';
import { portraitPrice } from './character-notes.ts';
import { portraitWords as words } from './words.ts';

const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }));

type CharacterMenuProps = {
  projectId: string;
  character: CharacterReference;
  /** Among the project’s characters, counted from 0. */
  place: number;
  others: readonly CharacterReference[];
  isDemo: boolean;
  /** Says what is going on with the character; null when that has ended. */
  onWork: (sentence: string | null) => void;
};

/** What can be done with one character. What needs the network says so before it is chosen. */
export function CharacterMenu({ projectId, character, place, others, isDemo, onWork }: CharacterMenuProps) {
  const [dialog, setDialog] = useState<'rename' | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { ai, server } = useRefusals();
  const reach = useReach();
  const work = async (sentence: string, doing: Promise<void>): Promise<void> => {
    onWork(sentence);
    await doing;
    onWork(null);
  };
  // Without the network it is kept here, and sent later.
  const refusal = reach === 'signed-out' ? server : null;
  const price = portraitPrice(isDemo);
  const again = character.imageUrl === null ? words.make : words.again;
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger>
          <IconAction label={words.options(character)} className={styles['options'] ?? ''}>
            <Ellipsis size={16} />
          </IconAction>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end" color="gray" className={highContrast}>
          <DropdownMenu.Item onSelect={() => setDialog('rename')}>
            <Pencil size={16} aria-hidden="true" /> {words.rename}
          </DropdownMenu.Item>
          <DropdownMenu.Item
            disabled={ai !== null}
            onSelect={() => void work(words.making(character), makePortrait(projectId, character))}
          >
            <RotateCw size={16} aria-hidden="true" />
            {again({ cost: ai === null ? price : ai.short })}
          </DropdownMenu.Item>
          <DropdownMenu.Item disabled={refusal !== null} onSelect={() => picker.current?.click()}>
            <ImageUp size={16} aria-hidden="true" />
            {refusal === null ? words.own : `${words.own} · ${refusal.short}`}
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => void remove(projectId, character, place)}>
            <Trash2 size={16} aria-hidden="true" /> {words.remove}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <input
        ref={picker}
        type="file"
        hidden
        accept={OWN_PICTURE_TYPES.join(',')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void work(words.sending(character), setOwnPicture(projectId, character, file));
        }}
      />
      <Suspense>
        {dialog === 'rename' ? (
          <RenameDialog
            character={character}
            taken={others.map(({ name }) => name)}
            onRename={(name) => rename(projectId, character, name)}
            onClose={() => setDialog(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
