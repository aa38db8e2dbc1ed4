import { Button } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { useSession } from '#api/queries/session.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';
import { pageTitle, pageWords } from './words.ts';

const words = pageWords.notFound;

export function NotFoundPage() {
  const session = useSession();
  return (
    <>
      <PageMeta title={pageTitle(words.title)} isUnlisted />
      <PublicHeader session={session} />
      <PageBody>
        <PageMessage isWholePage title={words.title} text={words.text}>
          <Button size="3" asChild>
            <Link to="/">{session.user === null ? words.startPage : words.myProjects}</Link>
          </Button>
        </PageMessage>
      </PageBody>
    </>
  );
}
