import { Button } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { AppHeader } from '#features/account/app-header.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { PageBody } from './page-body.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageMeta title="404 Page Not Found · AI Storyreel" isUnlisted />
      <AppHeader user={null} />
      <PageBody>
        <PageMessage
          isWholePage
          title="404 Page Not Found"
          text="There is no page at this address. It may have moved, or the address has a slip in it."
        >
          <Button size="3" asChild>
            <Link to="/">My Projects</Link>
          </Button>
        </PageMessage>
      </PageBody>
    </>
  );
}
