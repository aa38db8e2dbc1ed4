import { DropdownMenu } from '@radix-ui/themes';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ClipChoices } from './clip-menu-choices.tsx';
import { clipMenuWords as words } from './words.ts';

const ClipMenuChoices = lazy(async () => ({ default: (await import('./clip-menu-choices.tsx')).ClipMenuChoices }));

type ClipMenuProps = ClipChoices & {
  /** What the button shows: the length, maybe with more. */
  text: string;
  className: string;
};

/** The length and the model of a scene that has no clip yet, as a button that opens the choice. */
export function ClipMenu({ text, className, ...choices }: ClipMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <button
          type="button"
          className={`${className} numbers`}
          aria-label={words.name({ text, number: choices.scene.sceneNumber })}
        >
          {text}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <Suspense>
        <ClipMenuChoices {...choices} />
      </Suspense>
    </DropdownMenu.Root>
  );
}
