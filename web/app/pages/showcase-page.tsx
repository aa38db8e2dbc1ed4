import { useSession } from '#api/queries/session.ts';
import { useShowcase } from '#api/queries/showcase.ts';
import { Showcase } from '#features/showcase/showcase.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { PublicHeader } from './public-header.tsx';
import { pageTitle, showcasePageWords } from './words.ts';

/** The gallery, open to anyone. */
export function ShowcasePage() {
  const session = useSession();
  return (
    <>
      <PageMeta title={pageTitle(showcasePageWords.title)} description={showcasePageWords.description} />
      <PublicHeader session={session} />
      <main>
        <Showcase showcase={useShowcase()} />
      </main>
    </>
  );
}
