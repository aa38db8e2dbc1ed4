import { Kbd } from '@radix-ui/themes';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import type { Shortcut, ShortcutGroup } from '#ui/keyboard-help.ts';
import styles from './shortcuts-dialog.module.css';

const everywhere: ShortcutGroup = {
  name: 'Everywhere',
  shortcuts: [
    { keys: ['?'], does: 'Show this list' },
    { keys: ['F8'], does: 'Go to the notice' },
    { keys: ['Esc'], does: 'Close a dialog, or take an unsaved text back' },
    { keys: ['Tab'], does: 'Go to the next control' },
  ],
};

/** All shortcuts that work on the page now. */
export function ShortcutsDialog({ groups, onClose }: { groups: readonly ShortcutGroup[]; onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" width={560} onClose={onClose} footer={null}>
      {[...groups, everywhere].map((group) => (
        <section key={group.name} className={styles['group']}>
          <h3>{group.name}</h3>
          <dl>
            {group.shortcuts.map((shortcut) => (
              <Row key={shortcut.does} shortcut={shortcut} />
            ))}
          </dl>
        </section>
      ))}
    </DialogFrame>
  );
}

function Row({ shortcut: { keys, does } }: { shortcut: Shortcut }) {
  return (
    <div className={styles['row']}>
      <dt>{does}</dt>
      <dd>
        {keys.map((key) => (
          <Kbd key={key} size="2">
            {key}
          </Kbd>
        ))}
      </dd>
    </div>
  );
}
