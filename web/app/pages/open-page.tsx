import { useSession } from '#api/queries/session.ts';
import { FilePicker } from '#features/project-file/file-picker.tsx';
import { useOpenedFile } from '#features/project-file/use-opened-file.ts';
import { openWords as words } from '#features/project-file/words.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';
import { ShownProject } from './showcase-project-page.tsx';
import { pageTitle } from './words.ts';

/** A saved project in the public player. It needs neither a session nor a network. */
export function OpenPage() {
  const session = useSession();
  const { state, open, close } = useOpenedFile();
  return (
    <>
      <PublicHeader session={session} />
      <PageBody>
        {state.kind === 'open' ? (
          <>
            {state.missing > 0 ? <output>{words.withoutClips({ count: state.missing })}</output> : null}
            <ShownProject
              state={state.project}
              action={
                <QuietButton size="3" onClick={close}>
                  {words.another}
                </QuietButton>
              }
            />
          </>
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

function noteOf(state: ReturnType<typeof useOpenedFile>['state']): { text: string; isFailure: boolean } | null {
  if (state.kind === 'opening')
    return { text: words.opening({ percent: Math.floor(state.share * 100) }), isFailure: false };
  return state.kind === 'failed' ? { text: `${words.failed}. ${state.sentence}`, isFailure: true } : null;
}
