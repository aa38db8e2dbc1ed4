import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { goToSignIn } from '#api/visitor.ts';
import { db } from '#data/db.ts';
import { useProject } from '#data/live.ts';
import { rememberOpenedFile, type OpenedFileRow } from '#data/tables/opened-file.ts';
import type { User } from '#shared/entities/user.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { signInWords } from '#widgets/words.ts';
import { usePublicRefusal } from '#widgets/use-refusals.ts';
import styles from './import.module.css';
import type { ImportWay } from './import-file.ts';
import { importWords as words } from './import-words.ts';
import { openWords } from './words.ts';

const ImportChoiceDialog = lazy(async () => ({
  default: (await import('./import-choice-dialog.tsx')).ImportChoiceDialog,
}));

type OpenedActionsProps = {
  opened: OpenedFileRow;
  /** Null when nobody is signed in. */
  user: User | null;
  /** Whether there is a movie to export. */
  isPlayable: boolean;
  onExport: () => void;
  onClose: () => void;
};

/** What can be done with an opened file: import or sign in, export, open another. */
export function OpenedActions({ opened, user, isPlayable, onExport, onClose }: OpenedActionsProps) {
  return (
    <div className={styles['actions']}>
      {user === null ? <SignIn opened={opened} /> : <Import opened={opened} user={user} />}
      {isPlayable ? (
        <QuietButton size="3" onClick={onExport}>
          {words.export}
        </QuietButton>
      ) : null}
      <QuietButton size="3" onClick={onClose}>
        {openWords.another}
      </QuietButton>
      {user === null ? <p className={styles['hint']}>{words.signInHint}</p> : null}
    </div>
  );
}

function SignIn({ opened }: { opened: OpenedFileRow }) {
  const refusal = usePublicRefusal();
  const signIn = async (): Promise<void> => {
    try {
      await rememberOpenedFile(db, { ...opened, isWanted: true });
      if (!(await goToSignIn())) showToast({ ...signInWords.unreachable, tone: 'destructive' });
    } catch (error) {
      showFailure(words.failed, error);
    }
  };
  return (
    <RefusableButton size="3" refusal={refusal} onPress={() => void signIn()}>
      {words.signIn}
    </RefusableButton>
  );
}

function Import({ opened, user }: { opened: OpenedFileRow; user: User }) {
  const navigate = useNavigate();
  const origin = useProject(opened.document.project.id);
  const [share, setShare] = useState<number | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = origin != null && origin.userId === user.id;
  const start = async (way: ImportWay): Promise<void> => {
    setIsAsking(false);
    setShare(0);
    const { importFile } = await import('./import-file.ts');
    const projectId = await importFile(opened, user.id, { way, onProgress: setShare });
    setShare(null);
    if (projectId !== null) await navigate(`/project/${projectId}`);
  };
  const isBusy = share !== null;
  return (
    <>
      <RefusableButton
        size="3"
        disabled={isBusy || origin === undefined}
        refusal={null}
        aria-live="polite"
        onPress={() => (isOwn ? setIsAsking(true) : void start('new'))}
      >
        {isBusy ? words.progress({ percent: Math.floor(share * 100) }) : words.import}
      </RefusableButton>
      {isAsking && isOwn ? (
        <Suspense>
          <ImportChoiceDialog
            title={origin.title}
            onChoose={(way) => void start(way)}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
