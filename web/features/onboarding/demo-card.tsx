import { Card, Heading, Spinner } from '@radix-ui/themes';
import demoPicture from './demo-picture.webp';
import styles from './onboarding.module.css';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { onboardingWords as words } from './words.ts';

type DemoCardProps = {
  isBusy: boolean;
  isStarting: boolean;
  /** Why it can't be chosen now; null when it can. */
  refusal: string | null;
  onChoose: () => void;
};

/** The way in for people without a key. */
export function DemoCard({ isBusy, isStarting, refusal, onChoose }: DemoCardProps) {
  return (
    <Card size="4" className={styles['demoCard'] ?? ''}>
      <div className={styles['demoPicture']}>
        <img src={demoPicture} alt={words.demo.picture} width={640} height={360} />
      </div>
      <Heading as="h2" size="4">
        {words.demo.title}
      </Heading>
      <p className={styles['demoText']}>{words.demo.text}</p>
      <RefusableButton
        isQuiet
        size="3"
        className={styles['wide'] ?? ''}
        disabled={isBusy}
        refusal={refusal}
        onPress={onChoose}
      >
        {isStarting ? <Spinner /> : null}
        {words.demo.choose}
      </RefusableButton>
    </Card>
  );
}
