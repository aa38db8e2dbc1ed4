import { Button } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { useSession } from '#api/queries/session.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';

export function NotFoundPage() {
  const session = useSession();
  return (
    <>
      <PageMeta title="404 Page Not Found · AI Storyreel" isUnlisted />
      <PublicHeader session={session} />
      <PageBody>
        <PageMessage
          isWholePage
          title="404 Page Not Found"
          text="There is no page at this address. It may have moved, or the address has a slip in it."
        >
          <Button size="3" asChild>
            <Link to="/">{session.user === null ? 'Start page' : 'My Projects'}</Link>
          </Button>
        </PageMessage>
      </PageBody>
    </>
  );
}
