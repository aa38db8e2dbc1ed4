import { Button } from '@radix-ui/themes';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSession } from '#api/queries/session.ts';
import { removeShared } from '#data/device-storage.ts';
import { AppHeader } from '#features/account/app-header.tsx';
import { SignInButton } from '#features/account/sign-in-button.tsx';
import { DeviceState } from '#features/save-state/device-state.tsx';
import { OwnClips } from '#features/scene-board/own-clips.tsx';
import { ProjectChoice } from '#features/share/project-choice.tsx';
import { SharedFiles } from '#features/share/shared-files.tsx';
import styles from '#features/share/share.module.css';
import { useShared } from '#features/share/use-shared.ts';
import { shareWords as words } from '#features/share/words.ts';
import type { User } from '#shared/entities/user.ts';
import { FormNote } from '#ui/form-note.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';
import { pageTitle } from './words.ts';

/** Clips and pictures that another app shares with this one: the person picks the project that they become scenes of. */
export function SharePage() {
  const session = useSession();
  const { user, isLoading } = session;
  const shared = useShared(isLoading ? undefined : (user?.id ?? null));
  if (isLoading || shared.kind === 'reading') return <PageLoading />;
  return (
    <>
      <PageMeta title={pageTitle(words.title)} isUnlisted />
      {user === null ? <PublicHeader session={session} /> : <AppHeader user={user} state={<DeviceState />} />}
      <PageBody>
        {shared.kind === 'failed' ? (
          <Unread onRetry={shared.retry} />
        ) : shared.files.length === 0 ? (
          <Nothing />
        ) : (
          <Shared files={shared.files} user={user} />
        )}
      </PageBody>
    </>
  );
}

/** Why files that were shared just now aren't here, as the service worker says it (public/sw.js); null when they are. */
function failureText(): string | null {
  const failed = new URLSearchParams(location.search).get('failed');
  return failed === null ? null : failed === 'space' ? words.failed.space : words.failed.error;
}

/** How many of the files that were shared just now found no place (public/sw.js). */
function leftOutCount(): number {
  return Number(new URLSearchParams(location.search).get('left') ?? 0) || 0;
}

function Unread({ onRetry }: { onRetry: () => void }) {
  return (
    <PageMessage isWholePage title={words.unread.title} text={words.unread.text}>
      <Button size="3" onClick={onRetry}>
        {uiWords.retry}
      </Button>
    </PageMessage>
  );
}

function Nothing() {
  const failure = failureText();
  return (
    <PageMessage
      isWholePage
      title={failure === null ? words.none.title : words.failed.title}
      text={failure ?? words.none.text}
    >
      <Button asChild size="3">
        <Link to="/">{words.none.back}</Link>
      </Button>
    </PageMessage>
  );
}

function Shared({ files: shared, user }: { files: readonly File[]; user: User | null }) {
  const navigate = useNavigate();
  const [projectId, setProjectId] = useState<string | null>(null);
  // Those that aren't scenes yet.
  const [files, setFiles] = useState(shared);
  const failure = failureText();
  const leftOut = leftOutCount();
  const leave = async (path: string): Promise<void> => {
    try {
      await removeShared(user?.id ?? null);
    } catch (error) {
      showFailure(words.discardFailed, error);
    }
    await navigate(path);
  };
  const drop = async (file: File): Promise<void> => {
    setFiles((left) => left.filter((one) => one !== file));
    try {
      await removeShared(user?.id ?? null, file);
    } catch (error) {
      showFailure(words.discardFailed, error);
    }
  };
  const discard = async (): Promise<void> => {
    await leave('/');
    showToast({ title: words.discarded });
  };
  return (
    <div className={styles['page']}>
      {failure === null ? null : (
        <FormNote tone="bad">
          {words.failed.title}. {failure} {words.failed.earlier({ count: files.length })}
        </FormNote>
      )}
      {leftOut === 0 ? null : <FormNote tone="bad">{words.leftOut({ count: leftOut })}</FormNote>}
      {files.length === 0 ? null : <SharedFiles files={files} />}
      {user === null ? <SignIn /> : null}
      {user !== null && projectId === null ? <ProjectChoice userId={user.id} onPick={setProjectId} /> : null}
      {projectId === null ? null : (
        <OwnClips
          projectId={projectId}
          dropped={files}
          place={null}
          onAdded={(file) => void drop(file)}
          onDone={() => void leave(`/project/${projectId}`)}
        />
      )}
      <div className={styles['acts']}>
        {projectId !== null && files.length === 0 ? (
          <QuietButton size="2" onClick={() => void leave(`/project/${projectId}`)}>
            {words.open}
          </QuietButton>
        ) : (
          <>
            {projectId === null ? null : (
              <QuietButton size="2" onClick={() => setProjectId(null)}>
                {words.another}
              </QuietButton>
            )}
            <QuietButton size="2" onClick={() => void discard()}>
              {words.discard}
            </QuietButton>
          </>
        )}
      </div>
    </div>
  );
}

function SignIn() {
  return (
    <>
      <SignInButton size="3" next="/share">
        {words.signIn}
      </SignInButton>
      <p className={styles['text']}>{words.signInHint}</p>
    </>
  );
}
