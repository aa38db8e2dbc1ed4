import { Kbd } from '@radix-ui/themes';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { preferences, prefer } from '#editor/preferences.ts';
import { canBeChosen } from '#ui/chords.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { commandsOf, withoutChoices, type KeyChoices } from '#ui/key-choices.ts';
import type { Shortcut, ShortcutGroup } from '#ui/keyboard-help.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { KeyChoice } from './key-choice.tsx';
import styles from './shortcuts-dialog.module.css';
import { keyboardHelpWords as words, keyChoiceWords, keyNames } from './words.ts';

const everywhere: ShortcutGroup = {
  name: words.everywhere.name,
  shortcuts: [
    { keys: ['?'], does: words.everywhere.showList },
    { keys: ['F8'], does: words.everywhere.notifications },
    { keys: [keyNames.escape], does: words.everywhere.close },
    { keys: [keyNames.tab], does: words.everywhere.nextControl },
  ],
};
const NONE: KeyChoices = {};

/** Every shortcut that works on the current page; those of commands can be changed. */
export function ShortcutsDialog({ groups, onClose }: { groups: readonly ShortcutGroup[]; onClose: () => void }) {
  const known = useStore(preferences, (state) => state.known);
  const [said, setSaid] = useState('');
  const choices = known?.chosen.keys ?? NONE;
  const commands = commandsOf(groups);
  const isChanged = commands.some(({ own }) => choices[own] !== undefined);
  const canChoose = known !== null && commands.length > 0;
  const keep = (keys: Record<string, string[]>, sentence: string): void => {
    setSaid(sentence);
    prefer({ keys }).catch((error: unknown) => showFailure(keyChoiceWords.failed, error));
  };
  const resetAll = (): void => {
    keep(withoutChoices(choices, commands), keyChoiceWords.allReset);
  };
  return (
    <DialogFrame
      title={words.title}
      width={560}
      onClose={onClose}
      footer={
        isChanged ? (
          <QuietButton size="2" onClick={resetAll}>
            {keyChoiceWords.resetAll}
          </QuietButton>
        ) : null
      }
    >
      {canChoose ? <p className={styles['lead']}>{keyChoiceWords.lead}</p> : null}
      {[...groups, everywhere].map((group) => (
        <section key={group.name} className={styles['group']}>
          <h3>{group.name}</h3>
          <dl>
            {group.shortcuts.map((shortcut) => (
              <Row key={`${shortcut.keys.join('+')} ${shortcut.does}`} shortcut={shortcut}>
                {canChoose && canBeChosen(shortcut.keys.join('+')) ? (
                  <KeyChoice
                    command={{ own: shortcut.keys.join('+'), does: shortcut.does }}
                    commands={commands}
                    choices={choices}
                    onKeep={keep}
                  />
                ) : (
                  <Keys keys={shortcut.keys} />
                )}
              </Row>
            ))}
          </dl>
        </section>
      ))}
      <output className={styles['said']}>{said}</output>
    </DialogFrame>
  );
}

function Row({ shortcut: { does }, children }: { shortcut: Shortcut; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt>{does}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <Kbd key={key} size="2">
      {key}
    </Kbd>
  ));
}
