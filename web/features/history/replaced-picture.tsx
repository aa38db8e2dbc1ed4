import { readFileHere } from '#data/file-here.ts';
import type { CharacterPicture } from '#shared/entities/history.ts';
import { Portrait } from '#widgets/portrait.tsx';
import styles from './history-line.module.css';
import { pictureOf } from './history-words.ts';

/** One of two pictures of a character; only its words where the server hasn't kept it. */
export function ReplacedPicture({ name, picture: { imageUrl, isOwn } }: { name: string; picture: CharacterPicture }) {
  return (
    <div className={styles['portrait']}>
      {isOwn ? (
        <span>
          <Portrait url={imageUrl} name={name} readHere={readFileHere} />
        </span>
      ) : null}
      <p>{pictureOf(name)}</p>
    </div>
  );
}
