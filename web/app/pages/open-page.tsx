import { Suspense, useState } from 'react';
import { useSession } from '#api/queries/session.ts';
import { FilePicker } from '#features/project-file/file-picker.tsx';
import { useOpenedFile, type OpenedFile } from '#features/project-file/use-opened-file.ts';
import { OpenedActions } from '#features/project-file/opened-actions.tsx';
import { openWords as words } from '#features/project-file/words.ts';
import type { User } from '#shared/entities/user.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';
import { ShownProject } from './showcase-project-page.tsx';
import { pageTitle } from './words.ts';

const ExportDialog = lazyPart(async () => ({
  default: (await import('#features/export/export-dialog.tsx')).ExportDialog,
}));

/** A saved project in the public player. It needs neither a session nor a network. */
export function OpenPage() {
  const session = useSession();
  const { state, open, close } = useOpenedFile();
  return (
    <>
      <PublicHeader session={session} />
      <PageBody>
        {state.kind === 'open' ? (
          <Opened opened={state} user={session.user} onClose={close} />
        ) : (
          <>
            <PageMeta title={pageTitle(words.title)} isUnlisted />
            <FilePicker note={noteOf(state)} onFile={open} />
          </>
        )}
      </PageBody>
    </>
  );
}

type OpenedProps = { opened: Extract<OpenedFile, { kind: 'open' }>; user: User | null; onClose: () => void };

function Opened({ opened: { row, shown, whole }, user, onClose }: OpenedProps) {
  const [isExporting, setIsExporting] = useState(false);
  const { missing } = row.document;
  return (
    <>
      {missing.length > 0 ? <output>{words.withoutFiles({ count: missing.length })}</output> : null}
      <ShownProject
        state={shown}
        action={
          <OpenedActions
            opened={row}
            user={user}
            isPlayable={shown.scenes.some(({ sha256 }) => sha256 !== null)}
            onExport={() => setIsExporting(true)}
            onClose={onClose}
          />
        }
      />
      {isExporting ? (
        <Suspense>
          <ExportDialog {...whole} isOpenedFile onClose={() => setIsExporting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function noteOf(state: ReturnType<typeof useOpenedFile>['state']): { text: string; isFailure: boolean } | null {
  if (state.kind === 'opening')
    return { text: words.opening({ percent: Math.floor(state.share * 100) }), isFailure: false };
  return state.kind === 'failed' ? { text: `${words.failed}. ${state.sentence}`, isFailure: true } : null;
}
