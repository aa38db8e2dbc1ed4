import { Card, Heading } from '@radix-ui/themes';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '#shared/entities/user.ts';
import { displayName } from '#widgets/initials.ts';
import { PersonAvatar } from '#widgets/person-avatar.tsx';
import { KeptKeyCard, type KeptKey } from './kept-key-card.tsx';
import { KeyCard, type SettingsKeyCalls } from './key-card.tsx';
import styles from './settings.module.css';
import { DataCard } from './data-card.tsx';
import { ModelsCard } from './models-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SpendingCard } from './spending-card.tsx';
import { settingsWords as words } from './words.ts';

const ReportsCard = lazy(async () => ({ default: (await import('./reports-card.tsx')).ReportsCard }));

type SettingsProps = {
  user: User;
  keyCalls: SettingsKeyCalls;
  keptKey: KeptKey;
  onKeyChanged: () => void;
  /** @throws ApiError, OfflineError */
  onRemoveAccount: () => Promise<void>;
};

/** The person, their key, the models it can use, what they spent, where they are signed in, and what they have here. */
export function Settings({ user, keyCalls, keptKey, onKeyChanged, onRemoveAccount }: SettingsProps) {
  const name = displayName(user);
  return (
    <div className={styles['page']}>
      <Heading as="h1" size="6">
        {words.title}
      </Heading>
      <Card size="3" className={styles['card'] ?? ''}>
        <Heading as="h2" size="4">
          {words.profile}
        </Heading>
        <div className={styles['person']}>
          <PersonAvatar person={user} size="5" />
          <div>
            <p className={styles['name']}>{name}</p>
            {name === user.email ? null : <p className="quiet">{user.email}</p>}
          </div>
        </div>
      </Card>
      <KeyCard storedKey={user.geminiApiKey} keyCalls={keyCalls} onChanged={onKeyChanged} />
      <KeptKeyCard keptKey={keptKey} />
      <ModelsCard />
      <SpendingCard />
      <SessionsCard />
      {user.isOperator === true ? (
        <Suspense>
          <ReportsCard />
        </Suspense>
      ) : null}
      <DataCard onRemove={onRemoveAccount} />
      <p className={styles['about']}>
        <Link className="link" to="/licences">
          {words.licenses}
        </Link>
      </p>
    </div>
  );
}
