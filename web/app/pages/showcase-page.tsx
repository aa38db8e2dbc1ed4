import { useSession } from '#api/queries/session.ts';
import { useShowcase } from '#api/queries/showcase.ts';
import { Showcase } from '#features/showcase/showcase.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { PublicHeader } from './public-header.tsx';

/** The gallery. Anybody may look. */
export function ShowcasePage() {
  const session = useSession();
  return (
    <>
      <PageMeta
        title="Showcase · AI Storyreel"
        description="Movies that people made with AI Storyreel and chose to share: each with its scenes, and to be played."
      />
      <PublicHeader session={session} />
      <main>
        <Showcase showcase={useShowcase()} />
      </main>
    </>
  );
}
