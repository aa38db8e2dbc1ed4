import { useNavigate } from 'react-router-dom';
import { AppHeader } from '#features/account/app-header.tsx';
import { DeviceState } from '#features/save-state/device-state.tsx';
import { Settings } from '#features/settings/settings.tsx';
import type { User } from '#shared/entities/user.ts';
import { forgetKey, isKeyStored, storeKey } from '#api/stored-key.ts';
import type { KeptKey } from '#features/settings/kept-key-card.tsx';
import { removeAccount } from '../account-calls.ts';
import { keyCalls } from '../key-calls.ts';
import { pageTitle, pageWords } from './words.ts';

/** The settings' way to the key that this browser keeps. */
const keptKey: KeptKey = { isKept: isKeyStored, keep: storeKey, forget: forgetKey };

export function SettingsPage({ user }: { user: User }) {
  const navigate = useNavigate();
  return (
    <>
      <title>{pageTitle(pageWords.settings.title)}</title>
      <AppHeader user={user} state={<DeviceState />} />
      <main>
        <Settings
          user={user}
          keyCalls={keyCalls}
          keptKey={keptKey}
          onKeyChanged={() => void navigate('/')}
          onRemoveAccount={() => removeAccount(user.id)}
        />
      </main>
    </>
  );
}
