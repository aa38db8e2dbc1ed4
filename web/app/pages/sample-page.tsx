import { useSession } from '#api/queries/session.ts';
import { publicSample } from '#shared/sample/public-sample.ts';
import { sampleWords as words } from '#shared/sample/sample-words.ts';
import { SignInButton } from '#features/account/sign-in-button.tsx';
import { OpenSampleButton } from '#features/sample/open-sample-button.tsx';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';
import { ShownProject } from './showcase-project-page.tsx';

/** The sample project in the public player, for whoever has no account or no key yet. */
export function SamplePage() {
  const session = useSession();
  return (
    <>
      <PublicHeader session={session} />
      <PageBody>
        <ShownProject
          state={publicSample}
          action={
            session.user === null ? (
              <SignInButton isQuiet size="3">
                {words.signInToKeep}
              </SignInButton>
            ) : (
              <OpenSampleButton label={words.keep} />
            )
          }
        />
      </PageBody>
    </>
  );
}
