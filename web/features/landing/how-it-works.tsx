import { Heading } from '@radix-ui/themes';
import styles from './how-it-works.module.css';
import { howItWorksWords as words } from './story-words.ts';

/** The four steps, what each costs, and where your data goes. */
export function HowItWorks() {
  return (
    <section className={styles['section']}>
      <Heading as="h2" size={{ initial: '6', sm: '8' }}>
        {words.title}
      </Heading>
      <ol className={styles['list']}>
        {words.steps.map((step, index) => (
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
