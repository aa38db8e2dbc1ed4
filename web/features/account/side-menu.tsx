import { Dialog } from '@radix-ui/themes';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IconAction } from '#ui/icon-action.tsx';
import styles from './side-menu.module.css';

/** What the header has no room for on small screens. */
export function SideMenu({ onNewProject }: { onNewProject: () => void }) {
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
        <Dialog.Content className={styles['sheet'] ?? ''} aria-describedby={undefined}>
          <Dialog.Title size="4">Menu</Dialog.Title>
          <nav className={styles['entries']} aria-label="Menu">
            <button
              type="button"
              onClick={() => {
                close();
                onNewProject();
              }}
            >
              New Project
            </button>
            <Link to="/" onClick={close}>
              My Projects
            </Link>
            <Link to="/showcase" onClick={close}>
              Showcase
            </Link>
            <Link to="/settings" onClick={close}>
              Settings
            </Link>
          </nav>
        </Dialog.Content>
      </Dialog.Root>
    </div>
  );
}
