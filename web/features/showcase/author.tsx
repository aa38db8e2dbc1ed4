import type { PublicProject } from '#shared/api/showcase.ts';
import { PersonAvatar } from '#widgets/person-avatar.tsx';
import styles from './author.module.css';
import { showcaseWords as words } from './words.ts';

/** Who made it: their picture or initials, and their name if they gave one. */
export function Author({ author }: { author: PublicProject['user'] }) {
  return (
    <span className={styles['author']}>
      <PersonAvatar person={author} size="1" />
      <span className="one-line">{authorName(author)}</span>
    </span>
  );
}

function authorName({ firstName, lastName }: PublicProject['user']): string {
  return [firstName, lastName].filter(Boolean).join(' ') || words.anonymous;
}
