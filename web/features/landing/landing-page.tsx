import { Suspense, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';
import { Button, Heading } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { useOnline } from '#ui/online.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { PageHeader } from '#widgets/page-header.tsx';
import { EditorFrame } from './editor-frame.tsx';
import styles from './landing-page.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';
import type { LoadPlayer } from './use-sample-player.ts';
import { landingWords as words } from './words.ts';

/** Loaded separately: nobody sees it before they scroll. */
const LandingStory = lazyPart(async () => ({ default: (await import('./landing-story.tsx')).LandingStory }));

type LandingPageProps = {
  /** Leads to the sign-in page. @returns false where the server can't be reached: then nothing has happened */
  onStart: () => Promise<boolean>;
  /** Brings the player of the movie, when it is needed. */ loadPlayer: LoadPlayer;
};

/** What the product does, shown in its own pictures. */
export function LandingPage({ onStart, loadPlayer }: LandingPageProps) {
  const isOnline = useOnline();
  const [isReached, setIsReached] = useState(true);
  const refusal = isOnline ? (isReached ? null : words.unreachable) : words.offline;
  const [isStarting, setIsStarting] = useState(false);
  const start = async (): Promise<void> => {
    // What was said of an earlier press is said again only if it still holds.
    setIsReached(true);
    setIsStarting(true);
    setIsReached(await onStart());
    setIsStarting(false);
  };
  return (
    <>
      <PageMeta title={words.pageTitle} description={words.pageDescription} />
      <PageHeader />
      <main className={styles['page']}>
        <section className={styles['hero']}>
          <div className={styles['pitch']}>
            <Heading as="h1" size={{ initial: '8', sm: '9' }} className={styles['headline'] ?? ''}>
              {words.headline}
            </Heading>
            <p className={styles['subtitle']}>{words.subtitle}</p>
            <div className={styles['actions']}>
              <Button size="4" disabled={!isOnline} loading={isStarting} onClick={() => void start()}>
                {words.getStarted}
              </Button>
              <QuietButton size="4" asChild>
                <Link to="/" state={{ showcase: true }}>
                  {words.viewShowcase}
                </Link>
              </QuietButton>
            </div>
            <p className={styles['price']} role={refusal === null ? undefined : 'alert'}>
              {refusal ?? words.price}
            </p>
          </div>
          <EditorFrame load={loadPlayer} />
        </section>
        <Suspense fallback={<div className={styles['rest']} />}>
          <LandingStory isOnline={isOnline} isStarting={isStarting} refusal={refusal} onStart={() => void start()} />
        </Suspense>
      </main>
      <footer className={styles['footer']}>
        <span>{words.footer.name}</span>
        <span className={styles['by']}>{words.footer.poweredBy}</span>
        <Link className="link" to="/" state={{ showcase: true }}>
          {words.footer.showcase}
        </Link>
        <Link className="link" to="/licences">
          {words.footer.licenses}
        </Link>
      </footer>
    </>
  );
}
