import { Heading } from '@radix-ui/themes';
import styles from './good-to-know.module.css';

const notes = [
  {
    title: 'Made by AI, and it shows',
    text: 'A model makes the clips; nobody filmed them. Faces and hands can change from scene to scene, words in the picture come out wrong, and the model may refuse what reads like a real person. Character references help. Another take costs as much as the first. Say that it is AI where you show it.',
  },
  {
    title: 'Where your key goes',
    text: 'It is kept encrypted on this server, bound to your account, and sent to Google alone. The screen only ever shows its first six and last four characters, and you can remove it in Settings at any time.',
  },
  {
    title: 'What it costs',
    text: 'Google bills your key, roughly $0.10 to $0.40 per second by model. We reckon with $0.25: $7.50 for 0:30, $30.00 for 2:00, $150.00 for 10:00. Storyreel adds nothing. A monthly cap in Settings stops what would go over it.',
  },
] as const;

/** What somebody should know before they begin: the limits, the key, the bill. */
export function GoodToKnow() {
  return (
    <section className={styles['section']}>
      <Heading as="h2" size={{ initial: '6', sm: '8' }}>
        Good to know
      </Heading>
      <ul className={styles['list']}>
        {notes.map((note) => (
          <li key={note.title}>
            <h3>{note.title}</h3>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
