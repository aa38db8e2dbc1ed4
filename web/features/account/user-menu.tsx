import { DropdownMenu } from '@radix-ui/themes';
import { FolderOpen, Keyboard, LogOut, Receipt, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { addresses } from '#api/addresses.ts';
import type { User } from '#shared/entities/user.ts';
import { openKeyboardHelp } from '#ui/keyboard-help.ts';
import { askBeforeSignOut } from '#widgets/asked-to-sign-out.ts';
import { PersonAvatar } from '#widgets/person-avatar.tsx';
import styles from './user-menu.module.css';
import { highContrast } from '#ui/high-contrast.ts';
import { accountWords } from './words.ts';

/** Who is signed in, with links to settings and logout. */
export function UserMenu({ user }: { user: User }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <button type="button" className={styles['trigger']} aria-label={accountWords.userMenu}>
          <PersonAvatar person={user} size="2" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" color="gray" className={highContrast}>
        <DropdownMenu.Label>{user.email}</DropdownMenu.Label>
        <DropdownMenu.Separator />
        <DropdownMenu.Item asChild>
          <Link to="/settings">
            <Settings size={16} aria-hidden="true" /> {accountWords.settings}
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild>
          <Link to="/spending">
            <Receipt size={16} aria-hidden="true" /> {accountWords.spending}
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild>
          <Link to="/open">
            <FolderOpen size={16} aria-hidden="true" /> {accountWords.openProject}
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item onSelect={openKeyboardHelp}>
          <Keyboard size={16} aria-hidden="true" /> {accountWords.keyboardShortcuts}
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild>
          <a href={addresses.signOut} onClick={askBeforeSignOut}>
            <LogOut size={16} aria-hidden="true" /> {accountWords.logout}
          </a>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
