import { Card, Heading, Spinner } from '@radix-ui/themes';
import demoPicture from './demo-picture.webp';
import styles from './onboarding.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';

type DemoCardProps = { isBusy: boolean; isStarting: boolean; onChoose: () => void };

/** The way in for people who have no key yet. */
export function DemoCard({ isBusy, isStarting, onChoose }: DemoCardProps) {
  return (
    <Card size="4" className={styles['demoCard'] ?? ''}>
      <div className={styles['demoPicture']}>
        <img src={demoPicture} alt="A clip of the demo studio: balloons over snowy peaks" width={640} height={360} />
      </div>
      <Heading as="h2" size="4">
        No key yet?
      </Heading>
      <p className={styles['demoText']}>
        The demo studio runs the whole job at once, from idea to movie file, with short animations in place of filmed
        clips. They are marked “Demo”.
      </p>
      <QuietButton size="3" className={styles['wide'] ?? ''} disabled={isBusy} onClick={onChoose}>
        {isStarting ? <Spinner /> : null}
        Try the demo studio — no key, no cost
      </QuietButton>
    </Card>
  );
}
