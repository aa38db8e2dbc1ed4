import { Button, Heading } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { PageMeta } from '#ui/page-meta.tsx';
import { PageHeader } from '#widgets/page-header.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './landing-page.module.css';
import closingPicture from './pictures/closing.webp';
import { QuietButton } from '#ui/quiet-button.tsx';

/** What the product is, in the product's own pictures. */
export function LandingPage({ onStart }: { onStart: () => void }) {
  return (
    <>
      <PageMeta
        title="AI Storyreel: AI-Powered Video Production"
        description="Write a movie idea. Storyreel breaks it into scenes, films each one on your own key, and cuts them into one movie file."
      />
      <PageHeader />
      <main className={styles['page']}>
        <section className={styles['hero']}>
          <div className={styles['pitch']}>
            <Heading as="h1" size={{ initial: '8', sm: '9' }} className={styles['headline'] ?? ''}>
              AI-Powered Video Production
            </Heading>
            <p className={styles['subtitle']}>
              Write a movie idea. Storyreel breaks it into scenes, films each one with Veo 3.1, and cuts them into one
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
        <FeatureCards />
        <HowItWorks />
        <GoodToKnow />
        <section className={styles['closing']}>
          <img src={closingPicture} alt="" width={1600} height={900} loading="lazy" />
          <div className={styles['closingWords']}>
            <Heading as="h2" size="8">
              Ready to Create Your First Video?
            </Heading>
            <p>
              Start in the demo studio, with no key and no cost. Switch to your own key when you want the real thing.
            </p>
            <Button size="4" onClick={onStart}>
              Get Started Now
            </Button>
          </div>
        </section>
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
