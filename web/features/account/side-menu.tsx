import { Dialog } from '@radix-ui/themes';
import { Clapperboard, Film, Menu, Plus, Settings, X } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { IconAction } from '#ui/icon-action.tsx';
import styles from './side-menu.module.css';

type SideMenuProps = {
  /** Whether the person has a key, and so projects. */
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
          <IconAction label="Menu" className={styles['trigger'] ?? ''}>
            <Menu size={20} />
          </IconAction>
        </Dialog.Trigger>
        <Dialog.Content className={styles['sheet'] ?? ''} aria-describedby={undefined} onOpenAutoFocus={focusSheet}>
          <header className={styles['head']}>
            <Dialog.Title size="4" mb="0" trim="normal">
              Menu
            </Dialog.Title>
            <IconAction label="Close" className={styles['trigger'] ?? ''} onClick={close}>
              <X size={20} />
            </IconAction>
          </header>
          <nav className={styles['entries']} aria-label="Menu">
            {onNewProject ? (
              <button
                type="button"
                onClick={() => {
                  close();
                  onNewProject();
                }}
              >
                <Plus size={16} aria-hidden="true" /> New Project
              </button>
            ) : null}
            {hasProjects ? (
              <NavLink to="/" end onClick={close}>
                <Clapperboard size={16} aria-hidden="true" /> My Projects
              </NavLink>
            ) : null}
            <NavLink to="/showcase" onClick={close}>
              <Film size={16} aria-hidden="true" /> Showcase
            </NavLink>
            <NavLink to="/settings" onClick={close}>
              <Settings size={16} aria-hidden="true" /> Settings
            </NavLink>
          </nav>
        </Dialog.Content>
      </Dialog.Root>
    </div>
  );
}

/** Not its first control: on Close the focus would open a tooltip. */
function focusSheet(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
