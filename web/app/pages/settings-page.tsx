import { useNavigate } from 'react-router-dom';
import { UserMenu } from '#features/account/user-menu.tsx';
import { Settings } from '#features/settings/settings.tsx';
import type { User } from '#shared/entities/user.ts';
import { PageHeader } from '#widgets/page-header.tsx';
import { keyCalls } from '../key-calls.ts';
import { ProjectsLink } from './projects-link.tsx';

export function SettingsPage({ user }: { user: User }) {
  const navigate = useNavigate();
  return (
    <>
      <title>Settings · AI Storyreel</title>
      <PageHeader end={<UserMenu user={user} />}>
        <ProjectsLink />
      </PageHeader>
      <main>
        <Settings user={user} keyCalls={keyCalls} onKeySaved={() => void navigate('/')} />
      </main>
    </>
  );
}
