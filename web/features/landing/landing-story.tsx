import { Button, Heading } from '@radix-ui/themes';
import { FeatureCards } from './feature-cards.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './landing-story.module.css';
import closingPicture from './pictures/closing.webp';
import { closingWords } from './story-words.ts';

type LandingStoryProps = {
  isOnline: boolean;
  /** Somebody wants in, and the server is asked. */ isStarting: boolean;
  /** Why nobody can sign in now. */ refusal: string | null;
  onStart: () => void;
};

/** Everything below the first screen: features, how it works, good to know, and the closing call to action. */
export function LandingStory({ isOnline, isStarting, refusal, onStart }: LandingStoryProps) {
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
          <p>{refusal ?? closingWords.text}</p>
          <Button size="4" disabled={!isOnline} loading={isStarting} onClick={onStart}>
            {closingWords.getStarted}
          </Button>
        </div>
      </section>
    </>
  );
}
