import { Heading } from '@radix-ui/themes';
import styles from './how-it-works.module.css';

const steps = [
  {
    title: 'Bring your key',
    text: 'Paste a Gemini API key once. No key yet? The demo studio runs the whole job without one.',
    price: 'Free',
    detail: 'Stored encrypted, used for your own calls alone',
  },
  {
    title: 'Write the idea',
    text: 'A title, a few sentences, one to five genres, and a length from 0:30 to 10:00. The breakdown writes the scenes.',
    price: 'Priced by Google as text',
    detail: 'Your text goes to Gemini',
  },
  {
    title: 'Generate the scenes',
    text: 'Each scene becomes a clip of 4, 6 or 8 seconds. You see the price before anything starts, and can stop at any time.',
    price: 'About $0.25 per second: a 2:00 movie is about $30.00',
    detail: 'Paid to Google on your key; we add nothing',
  },
  {
    title: 'Cut and export',
    text: 'Play the movie on the timeline, with no network if need be. Export writes one file.',
    price: 'Free',
    detail: 'In your browser',
  },
] as const;

/** The four steps with what they cost and where things go. */
export function HowItWorks() {
  return (
    <section className={styles['section']}>
      <Heading as="h2" size={{ initial: '6', sm: '8' }}>
        How it works
      </Heading>
      <ol className={styles['list']}>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span className={styles['number']}>{index + 1}</span>
            <h3>{step.title}</h3>
            <p className="quiet">{step.text}</p>
            <p className={styles['price']}>
              {step.price}
              <span>{step.detail}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
