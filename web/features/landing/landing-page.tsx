import { lazy, Suspense } from 'react';
import { Button, Heading } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { PageMeta } from '#ui/page-meta.tsx';
import { PageHeader } from '#widgets/page-header.tsx';
import { EditorFrame } from './editor-frame.tsx';
import styles from './landing-page.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';

/** By code of its own: nobody sees it before they scroll. */
const LandingStory = lazy(async () => ({ default: (await import('./landing-story.tsx')).LandingStory }));

/** What the product is, in the product's own pictures. */
export function LandingPage({ onStart }: { onStart: () => void }) {
  return (
    <>
      <PageMeta
        title="AI Storyreel: AI-Powered Video Production"
        description="Write a movie idea. Storyreel breaks it into scenes, makes each one on your own key, and cuts them into one movie file."
      />
      <PageHeader />
      <main className={styles['page']}>
        <section className={styles['hero']}>
          <div className={styles['pitch']}>
            <Heading as="h1" size={{ initial: '8', sm: '9' }} className={styles['headline'] ?? ''}>
              AI-Powered Video Production
            </Heading>
            <p className={styles['subtitle']}>
              Write a movie idea. Storyreel breaks it into scenes, makes each one with Veo 3.1, and cuts them into one
              movie file.
            </p>
            <div className={styles['actions']}>
              <Button size="4" onClick={onStart}>
                Get Started
              </Button>
              <QuietButton size="4" asChild>
                <Link to="/" state={{ showcase: true }}>
                  View Showcase
                </Link>
              </QuietButton>
            </div>
            <p className={styles['price']}>On your own Gemini API key, about $0.25 per second.</p>
          </div>
          <EditorFrame />
        </section>
        <Suspense fallback={<div className={styles['rest']} />}>
          <LandingStory onStart={onStart} />
        </Suspense>
      </main>
      <footer className={styles['footer']}>
        <span>AI Storyreel</span>
        <span className={styles['by']}>Powered by Veo 3.1</span>
        <Link className="link" to="/" state={{ showcase: true }}>
          Showcase
        </Link>
        <Link className="link" to="/licences">
          Licences
        </Link>
      </footer>
    </>
  );
}
