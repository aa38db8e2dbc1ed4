import type { ReactNode } from 'react';
import { useReach } from '#data/live.ts';
import type { User } from '#shared/entities/user.ts';
import { OfflineMark } from '#ui/offline-mark.tsx';
import { PageHeader } from '#widgets/page-header.tsx';
import { HeaderLinks } from './header-links.tsx';
import { SideMenu } from './side-menu.tsx';
import { UserMenu } from './user-menu.tsx';

type AppHeaderProps = {
  /** Null while it isn't known, and on pages that anybody may see. */
  user: User | null;
  /** Whether what is on this device is on the server. */
  state?: ReactNode;
  /** The page's own actions. */
  children?: ReactNode;
  /** For the menu of small screens, on the page that makes projects. */
  onNewProject?: () => void;
};

/** The head of every page behind the landing page but the editor. */
export function AppHeader({ user, state, children, onNewProject }: AppHeaderProps) {
  const reach = useReach();
  const hasProjects = user?.geminiApiKey != null;
  return (
    <PageHeader end={user ? <UserMenu user={user} /> : null}>
      <OfflineMark isUnreachable={user !== null && reach === 'offline'} />
      {user ? state : null}
      <HeaderLinks hasProjects={hasProjects} />
      {children}
      {user ? <SideMenu hasProjects={hasProjects} onNewProject={onNewProject} /> : null}
    </PageHeader>
  );
}
