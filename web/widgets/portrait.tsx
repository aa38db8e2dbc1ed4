import { useEffect, useState } from 'react';
import { mediaHash } from '#shared/api/media.ts';
import { PictureFrame } from './picture-frame.tsx';

type PortraitProps = {
  url: string | null;
  name: string;
  /** Reads a file of this device by its hash; null where it isn't here. The same function each time. */
  readHere: (sha256: string) => Promise<Blob | null>;
};

/** A picture of a character: from this device where it is, as the server may not have it yet. */
export function Portrait({ url, name, readHere }: PortraitProps) {
  const here = useFileHere(mediaHash(url ?? ''), readHere);
  return <PictureFrame url={here ?? url} title={name} />;
}

/** The address of a file's bytes on this device; null until they are read, and where they aren't here. */
function useFileHere(sha256: string | null, read: PortraitProps['readHere']): string | null {
  const [found, setFound] = useState<{ sha256: string; url: string } | null>(null);
  useEffect(() => {
    if (sha256 === null) return;
    let made: string | null = null;
    let isShown = true;
    const show = async (): Promise<void> => {
      const file = await read(sha256).catch(() => null);
      if (!isShown || file === null) return;
      made = URL.createObjectURL(file);
      setFound({ sha256, url: made });
    };
    void show();
    return () => {
      isShown = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [sha256, read]);
  return found?.sha256 === sha256 ? found.url : null;
}
