import { Dialog } from '@radix-ui/themes';
import { Clapperboard, Film, Menu, Plus, Receipt, Settings, X } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { IconAction } from '#ui/icon-action.tsx';
import styles from './side-menu.module.css';
import { uiWords } from '#ui/words.ts';
import { accountWords } from './words.ts';

type SideMenuProps = {
  /** Whether the person has a key, and therefore projects. */
  hasProjects: boolean;
  /** Left out where a page makes no projects. */
  onNewProject?: (() => void) | undefined;
};

/** What the header has no room for on small screens. */
export function SideMenu({ hasProjects, onNewProject }: SideMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <div className={styles['menu']}>
      <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
        <Dialog.Trigger>
          <IconAction label={accountWords.menu} className={styles['trigger'] ?? ''}>
            <Menu size={20} />
          </IconAction>
        </Dialog.Trigger>
        <Dialog.Content className={styles['sheet'] ?? ''} aria-describedby={undefined} onOpenAutoFocus={focusSheet}>
          <header className={styles['head']}>
            <Dialog.Title size="4" mb="0" trim="normal">
              {accountWords.menu}
            </Dialog.Title>
            <IconAction label={uiWords.close} className={styles['trigger'] ?? ''} onClick={close}>
              <X size={20} />
            </IconAction>
          </header>
          <nav className={styles['entries']} aria-label={accountWords.menu}>
            {onNewProject ? (
              <button
                type="button"
                onClick={() => {
                  close();
                  onNewProject();
                }}
              >
                <Plus size={16} aria-hidden="true" /> {accountWords.newProject}
              </button>
            ) : null}
            {hasProjects ? (
              <NavLink to="/" end onClick={close}>
                <Clapperboard size={16} aria-hidden="true" /> {accountWords.myProjects}
              </NavLink>
            ) : null}
            <NavLink to="/showcase" onClick={close}>
              <Film size={16} aria-hidden="true" /> {accountWords.showcase}
            </NavLink>
            <NavLink to="/spending" onClick={close}>
              <Receipt size={16} aria-hidden="true" /> {accountWords.spending}
            </NavLink>
            <NavLink to="/settings" onClick={close}>
              <Settings size={16} aria-hidden="true" /> {accountWords.settings}
            </NavLink>
          </nav>
        </Dialog.Content>
      </Dialog.Root>
    </div>
  );
}

/** Focuses the sheet itself: focus on Close, its first control, would open a tooltip. */
function focusSheet(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
