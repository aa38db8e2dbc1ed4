import { Card, Heading, Spinner } from '@radix-ui/themes';
import demoPicture from './demo-picture.webp';
import styles from './onboarding.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';
import { onboardingWords as words } from './words.ts';

type DemoCardProps = { isBusy: boolean; isStarting: boolean; onChoose: () => void };

/** The way in for people without a key. */
export function DemoCard({ isBusy, isStarting, onChoose }: DemoCardProps) {
  return (
    <Card size="4" className={styles['demoCard'] ?? ''}>
      <div className={styles['demoPicture']}>
        <img src={demoPicture} alt={words.demo.picture} width={640} height={360} />
      </div>
      <Heading as="h2" size="4">
        {words.demo.title}
      </Heading>
      <p className={styles['demoText']}>{words.demo.text}</p>
      <QuietButton size="3" className={styles['wide'] ?? ''} disabled={isBusy} onClick={onChoose}>
        {isStarting ? <Spinner /> : null}
        {words.demo.choose}
      </QuietButton>
    </Card>
  );
}
