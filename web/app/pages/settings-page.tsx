import { useNavigate } from 'react-router-dom';
import { AppHeader } from '#features/account/app-header.tsx';
import { Settings } from '#features/settings/settings.tsx';
import type { User } from '#shared/entities/user.ts';
import { keptKey } from '../kept-key.ts';
import { keyCalls } from '../key-calls.ts';
import { pageTitle, pageWords } from './words.ts';

export function SettingsPage({ user }: { user: User }) {
  const navigate = useNavigate();
  return (
    <>
      <title>{pageTitle(pageWords.settings.title)}</title>
      <AppHeader user={user} />
      <main>
        <Settings user={user} keyCalls={keyCalls} keptKey={keptKey} onKeyChanged={() => void navigate('/')} />
      </main>
    </>
  );
}
