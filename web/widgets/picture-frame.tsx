import { useState } from 'react';
import { useOnline } from '#ui/online.ts';
import styles from './picture-frame.module.css';
import { Poster } from './poster.tsx';

type PictureFrameProps = {
  /** Address of the picture; null draws the poster of words. */
  url: string | null;
  title: string;
  genre?: string | null;
  /** An upright picture stands at full height before itself, enlarged and blurred. */
  isUpright?: boolean;
};

/** A 16:9 frame's content: the picture, or a poster of words while there is none or it can't be loaded. */
export function PictureFrame({ url, title, genre = null, isUpright = false }: PictureFrameProps) {
  const isOnline = useOnline();
  // What fails without a network is asked for again with one.
  const [broken, setBroken] = useState<{ url: string; isOnline: boolean } | null>(null);
  if (url === null || (url === broken?.url && isOnline === broken.isOnline))
    return <Poster title={title} genre={genre} />;
  const picture = (
    <img
      className={styles['picture']}
      src={url}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setBroken({ url, isOnline })}
    />
  );
  if (!isUpright) return picture;
  return (
    <div className={styles['upright']}>
      <img className={styles['blurred']} src={url} alt="" loading="lazy" draggable={false} />
      {picture}
    </div>
  );
}
