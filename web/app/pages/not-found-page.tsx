import { Button } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { PageMessage } from '#ui/page-message.tsx';
import { PageHeader } from '#widgets/page-header.tsx';
import { PageBody } from './page-body.tsx';

export function NotFoundPage() {
  return (
    <>
      <title>404 Page Not Found · AI Storyreel</title>
      <PageHeader />
      <PageBody>
        <PageMessage title="404 Page Not Found" text="There is no page at this address. It may have moved, or the address has a slip in it.">
          <Button size="3" asChild>
            <Link to="/">My Projects</Link>
          </Button>
        </PageMessage>
      </PageBody>
    </>
  );
}
