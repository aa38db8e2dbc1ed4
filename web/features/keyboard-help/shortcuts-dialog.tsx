import { Kbd } from '@radix-ui/themes';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import type { Shortcut, ShortcutGroup } from '#ui/keyboard-help.ts';
import styles from './shortcuts-dialog.module.css';
import { keyboardHelpWords as words, keyNames } from './words.ts';

const everywhere: ShortcutGroup = {
  name: words.everywhere.name,
  shortcuts: [
    { keys: ['?'], does: words.everywhere.showList },
    { keys: ['F8'], does: words.everywhere.notifications },
    { keys: [keyNames.escape], does: words.everywhere.close },
    { keys: [keyNames.tab], does: words.everywhere.nextControl },
  ],
};

/** Every shortcut that works on the current page. */
export function ShortcutsDialog({ groups, onClose }: { groups: readonly ShortcutGroup[]; onClose: () => void }) {
  return (
    <DialogFrame title={words.title} width={560} onClose={onClose} footer={null}>
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
