import { DropdownMenu } from '@radix-ui/themes';
import { ChevronDown } from 'lucide-react';
import { highContrast } from '#ui/high-contrast.ts';
import { lengthWords as words } from './words.ts';

type LengthMenuProps = {
  sceneNumber: number;
  /** What the button shows: the length, maybe with more. */
  text: string;
  /** Seconds. */
  chosen: number;
  /** Seconds that the model can generate. */
  lengths: readonly number[];
  className: string;
  onChoose: (seconds: number) => void;
};

/** The length of a scene that has no clip yet, as a button that opens the choice. */
export function LengthMenu({ sceneNumber, text, chosen, lengths, className, onChoose }: LengthMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <button type="button" className={`${className} numbers`} aria-label={words.name({ text, number: sceneNumber })}>
          {text}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" color="gray" className={highContrast}>
        <DropdownMenu.RadioGroup value={String(chosen)} onValueChange={(value) => onChoose(Number(value))}>
          {lengths.map((seconds) => (
            <DropdownMenu.RadioItem key={seconds} value={String(seconds)}>
              {words.seconds({ seconds })}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
