import { AppHeader } from '#features/account/app-header.tsx';
import { DeviceState } from '#features/save-state/device-state.tsx';
import { SpendingPage as Spending } from '#features/spending/spending-page.tsx';
import type { User } from '#shared/entities/user.ts';
import { pageTitle, pageWords } from './words.ts';

export function SpendingPage({ user }: { user: User }) {
  return (
    <>
      <title>{pageTitle(pageWords.spending.title)}</title>
      <AppHeader user={user} state={<DeviceState />} />
      <main>
        <Spending userId={user.id} />
      </main>
    </>
  );
}
