import { mediaHash } from '#shared/api/media.ts';
import type { CharacterPicture } from '#shared/entities/history.ts';
import { useFileAddress } from '#ui/use-file-address.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './history-line.module.css';
import { pictureOf } from './history-words.ts';

/** One of two pictures of a character; only its words where the server hasn't kept it. */
export function ReplacedPicture({ name, picture }: { name: string; picture: CharacterPicture }) {
  const { imageUrl, isOwn } = picture;
  const here = useFileAddress(mediaHash(imageUrl ?? ''), readHere);
  return (
    <div className={styles['portrait']}>
      {isOwn ? (
        <span>
          <PictureFrame url={here ?? imageUrl} title={name} />
        </span>
      ) : null}
      <p>{pictureOf(name)}</p>
    </div>
  );
}

async function readHere(sha256: string): Promise<Blob | null> {
  return (await import('#data/page-clip-store.ts')).clipStore.read(sha256);
}
