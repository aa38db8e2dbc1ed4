import { Kbd } from '@radix-ui/themes';
import { RotateCcw } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { canBeChosen, chordOf, keysOf } from '#ui/chords.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { chordNow, takenBy, withChord, type Command, type KeyChoices } from '#ui/key-choices.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './shortcuts-dialog.module.css';
import { keyChoiceWords as words } from './words.ts';

type KeyChoiceProps = {
  command: Command;
  /** Of the page, which it must not get in the way of. */
  commands: readonly Command[];
  choices: KeyChoices;
  /** @param said what has become of it, in a sentence */
  onKeep: (choices: Record<string, string[]>, said: string) => void;
};

/** The key of a command. Pressed, it takes the next key as the new one. */
export function KeyChoice({ command, commands, choices, onKeep }: KeyChoiceProps) {
  const [isWaiting, setIsWaiting] = useState(false);
  /** A chord that was pressed and can't be had just so. */
  const [pressed, setPressed] = useState<string | null>(null);
  const { own, does } = command;
  const chord = chordNow(own, choices);
  const other = pressed === null ? null : takenBy(pressed, own, { commands, choices });
  const give = (wanted: string | null): void => {
    setIsWaiting(false);
    setPressed(null);
    const said = wanted === null ? words.unset({ does }) : words.set({ does, keys: shown(wanted) });
    onKeep(withChord(choices, own, wanted, commands), said);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isWaiting || event.key === 'Tab') return;
    const wanted = chordOf(event.nativeEvent);
    if (wanted === null) return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    if (canBeChosen(wanted) && takenBy(wanted, own, { commands, choices }) === null) give(wanted);
    else setPressed(wanted);
  };
  return (
    <span className={styles['choice']}>
      <span className={styles['choiceRow']}>
        {choices[own] === undefined ? null : (
          <IconAction label={words.reset({ does })} size="1" onClick={() => give(own)}>
            <RotateCcw size={14} />
          </IconAction>
        )}
        {isWaiting ? (
          <QuietButton
            size="1"
            variant="ghost"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => give(null)}
          >
            {words.remove}
          </QuietButton>
        ) : null}
        <button
          type="button"
          className={styles['key']}
          aria-label={isWaiting ? words.pressFor({ does }) : words.change({ does, keys: shown(chord) })}
          data-waiting={isWaiting}
          onClick={() => setIsWaiting(true)}
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget, currentTarget }) => {
            if (currentTarget.closest('dd')?.contains(relatedTarget)) return;
            setIsWaiting(false);
            setPressed(null);
          }}
        >
          {isWaiting
            ? words.press
            : chord === null
              ? words.none
              : keysOf(chord).map((key) => (
                  <Kbd key={key} size="2">
                    {key}
                  </Kbd>
                ))}
        </button>
      </span>
      {pressed === null ? null : (
        <span className={styles['problem']} role="alert">
          {other ? words.taken({ keys: shown(pressed), does: other.does }) : words.refused({ keys: shown(pressed) })}
          {other ? (
            <QuietButton size="1" onClick={() => give(pressed)}>
              {words.takeOver}
            </QuietButton>
          ) : null}
        </span>
      )}
    </span>
  );
}

function shown(chord: string | null): string {
  return chord === null ? words.none : words.together({ keys: keysOf(chord) });
}
