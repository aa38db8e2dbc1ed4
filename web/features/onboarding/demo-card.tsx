import { Card, Heading, Spinner } from '@radix-ui/themes';
import styles from './onboarding.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';

type DemoCardProps = { isBusy: boolean; isStarting: boolean; onChoose: () => void };

/** The way in for people who have no key yet. */
export function DemoCard({ isBusy, isStarting, onChoose }: DemoCardProps) {
  return (
    <Card size="4" className={styles['demoCard'] ?? ''}>
      <div className={styles['demoPicture']}>
        <DemoPicture />
        <span className={styles['demoBadge']}>Demo</span>
      </div>
      <Heading as="h2" size="4">
        No key yet?
      </Heading>
      <p className={styles['demoText']}>
        The demo studio runs the whole job at once, from idea to movie file, with short animations in place of filmed clips. They are marked “Demo”.
      </p>
      <QuietButton size="3" className={styles['wide'] ?? ''} disabled={isBusy} onClick={onChoose}>
        {isStarting ? <Spinner /> : null}
        Try the demo studio — no key, no cost
      </QuietButton>
    </Card>
  );
}

/** Paper hills under a paper sun: the kind of picture that the demo studio makes. */
function DemoPicture() {
  return (
    <svg viewBox="0 0 448 252" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="448" height="252" fill="#e9dcc3" />
      <circle cx="300" cy="112" r="54" fill="#e39a5b" />
      <circle cx="300" cy="112" r="86" fill="#e39a5b" opacity="0.25" />
      <path d="M0 168 C70 128 140 150 206 138 C290 122 360 160 448 132 L448 252 L0 252 Z" fill="#b9bfa0" />
      <path d="M0 204 C90 166 170 196 250 182 C330 168 400 192 448 180 L448 252 L0 252 Z" fill="#7f9484" />
      <path d="M0 232 C110 206 200 226 300 214 C370 206 420 220 448 216 L448 252 L0 252 Z" fill="#4a6264" />
      <path d="M118 92 q9 -10 18 0 q9 -10 18 0 M160 70 q7 -8 14 0 q7 -8 14 0" fill="none" stroke="#5c5347" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
