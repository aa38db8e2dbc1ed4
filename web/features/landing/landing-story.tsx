import { Button, Heading } from '@radix-ui/themes';
import { FeatureCards } from './feature-cards.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './landing-story.module.css';
import closingPicture from './pictures/closing.webp';

/** What stands below the first screen: what it does, how, what one should know, and the closing call. */
export function LandingStory({ onStart }: { onStart: () => void }) {
  return (
    <>
      <FeatureCards />
      <HowItWorks />
      <GoodToKnow />
      <section className={styles['closing']}>
        <img src={closingPicture} alt="" width={1600} height={900} loading="lazy" />
        <div className={styles['closingWords']}>
          <Heading as="h2" size="8">
            Ready to Create Your First Video?
          </Heading>
          <p>Start in the demo studio, with no key and no cost. Switch to your own key when you want the real thing.</p>
          <Button size="4" onClick={onStart}>
            Get Started Now
          </Button>
        </div>
      </section>
    </>
  );
}
