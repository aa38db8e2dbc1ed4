import { Button, Heading } from '@radix-ui/themes';
import { FeatureCards } from './feature-cards.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './landing-story.module.css';
import closingPicture from './pictures/closing.webp';
import { closingWords } from './story-words.ts';
import { landingWords } from './words.ts';

/** Everything below the first screen: features, how it works, good to know, and the closing call to action. */
export function LandingStory({ isOnline, onStart }: { isOnline: boolean; onStart: () => void }) {
  return (
    <>
      <FeatureCards />
      <HowItWorks />
      <GoodToKnow />
      <section className={styles['closing']}>
        <img src={closingPicture} alt="" width={1600} height={900} loading="lazy" />
        <div className={styles['closingWords']}>
          <Heading as="h2" size="8">
            {closingWords.title}
          </Heading>
          <p>{isOnline ? closingWords.text : landingWords.offline}</p>
          <Button size="4" disabled={!isOnline} onClick={onStart}>
            {closingWords.getStarted}
          </Button>
        </div>
      </section>
    </>
  );
}
