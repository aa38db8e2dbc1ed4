import { Card, Heading } from '@radix-ui/themes';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { addresses } from '#api/addresses.ts';
import { signOutEverywhere, signOutOf, useSessions } from '#api/queries/sessions.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import { isHandheld } from '#shared/rules/device-name.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { askBeforeSignOut } from '#widgets/asked-to-sign-out.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './sessions-card.module.css';
import cards from './settings.module.css';
import { sessionWords as words } from './words.ts';

/** Every browser in which the person is signed in, and signing out of any or all of them. */
export function SessionsCard() {
  const { sessions, isMissing } = useSessions();
  const [isBusy, setIsBusy] = useState(false);
  const refusal = useRefusals().server?.sentence ?? null;
  const run = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(words.failed, error);
    }
    setIsBusy(false);
  };
  const endOne = async (session: OwnSession): Promise<void> => {
    await signOutOf(session.id);
    showToast({ title: words.ended({ device: session.device ?? words.unnamed }) });
  };
  return (
    <Card size="3" className={cards['card'] ?? ''}>
      <Heading as="h2" size="4">
        {words.title}
      </Heading>
      {isMissing ? <p className={cards['demoNote']}>{words.unavailable}</p> : null}
      {sessions === undefined ? null : (
        <>
          <ul className={styles['sessions']}>
            {sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isBusy={isBusy}
                refusal={refusal}
                onEnd={() => void run(() => endOne(session))}
              />
            ))}
          </ul>
          {sessions.length > 1 ? (
            <div className={styles['foot']}>
              <RefusableButton
                isQuiet
                size="2"
                disabled={isBusy}
                refusal={refusal}
                onPress={() => void run(signOutEverywhere)}
              >
                {words.everywhere}
              </RefusableButton>
            </div>
          ) : null}
        </>
      )}
    </Card>
  );
}

type SessionLineProps = { session: OwnSession; isBusy: boolean; refusal: string | null; onEnd: () => void };

function SessionLine({ session, isBusy, refusal, onEnd }: SessionLineProps) {
  const device = session.device ?? words.unnamed;
  const Icon = isHandheld(device) ? Smartphone : Monitor;
  return (
    <li>
      <Icon size={20} aria-hidden="true" />
      <div className={styles['text']}>
        <p className={styles['device']}>{device}</p>
        <p className="quiet">{session.isCurrent ? words.here : words.lastSeen({ at: session.lastSeenAt })}</p>
      </div>
      {session.isCurrent ? (
        <QuietButton asChild size="2">
          <a href={addresses.signOut} onClick={askBeforeSignOut}>
            {words.signOut}
          </a>
        </QuietButton>
      ) : (
        <RefusableButton
          isQuiet
          size="2"
          disabled={isBusy}
          refusal={refusal}
          aria-label={words.signOutOf({ device })}
          onPress={onEnd}
        >
          {words.signOut}
        </RefusableButton>
      )}
    </li>
  );
}
