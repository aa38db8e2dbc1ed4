import { Button, Heading } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShowcaseState } from '#api/queries/showcase.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { LoadingWall } from '#widgets/loading-wall.tsx';
import { usePublicRefusal } from '#widgets/use-refusals.ts';
import { NotLoaded } from './not-loaded.tsx';
import { PublicCard } from './public-card.tsx';
import styles from './showcase.module.css';
import { showcaseWords as words } from './words.ts';

/** The gallery: what people made here and chose to share, newest first. */
export function Showcase({ showcase }: { showcase: ShowcaseState }) {
  /** Then the frame has the larger heading. */
  const isEmpty = showcase.projects?.length === 0;
  return (
    <div className={styles['page']}>
      <Heading as="h1" size={{ initial: '6', sm: isEmpty ? '6' : '8' }}>
        {words.title}
      </Heading>
      <p className={styles['subtitle']}>{words.subtitle}</p>
      <Wall showcase={showcase} />
    </div>
  );
}

function Wall({ showcase }: { showcase: ShowcaseState }): ReactNode {
  const { projects, error, retry } = showcase;
  if (projects === undefined && error !== null) return <NotLoaded {...words.failed} retry={retry} />;
  if (projects === undefined) return <LoadingWall className={styles['grid'] ?? ''} label={words.loading} count={6} />;
  if (projects.length === 0) {
    return (
      <PageMessage {...words.empty}>
        <Button size="3" asChild>
          <Link to="/">{words.createFirst}</Link>
        </Button>
        <QuietButton size="3" asChild>
          <Link to="/showcase/sample">{words.openSample}</Link>
        </QuietButton>
      </PageMessage>
    );
  }
  return (
    <>
      <ul className={styles['grid']}>
        {projects.map((project) => (
          <li key={project.id}>
            <PublicCard project={project} />
          </li>
        ))}
      </ul>
      <More showcase={showcase} />
    </>
  );
}

function More({ showcase: { more, isBringingMore } }: { showcase: ShowcaseState }) {
  const refusal = usePublicRefusal();
  if (more === null) return null;
  return (
    <div className={styles['more']}>
      <RefusableButton isQuiet size="3" loading={isBringingMore} refusal={refusal} onPress={more}>
        {words.showMore}
      </RefusableButton>
    </div>
  );
}
