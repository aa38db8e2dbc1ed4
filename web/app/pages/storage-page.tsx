import { AppHeader } from '#features/account/app-header.tsx';
import { DeviceState } from '#features/save-state/device-state.tsx';
import { StoragePage as Storage } from '#features/storage/storage-page.tsx';
import { storageWords } from '#features/storage/words.ts';
import type { User } from '#shared/entities/user.ts';
import { pageTitle } from './words.ts';

export function StoragePage({ user }: { user: User }) {
  return (
    <>
      <title>{pageTitle(storageWords.title)}</title>
      <AppHeader user={user} state={<DeviceState />} />
      <main>
        <Storage userId={user.id} />
      </main>
    </>
  );
}
