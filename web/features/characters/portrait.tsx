import { useEffect, useState } from 'react';
import { PictureFrame } from '#widgets/picture-frame.tsx';

const OF_MEDIA = /^\/api\/media\/([0-9a-f]{64})$/;

/** A character's picture: from this device where it is, as the server may not have it yet. */
export function Portrait({ url, name }: { url: string | null; name: string }) {
  const here = usePictureHere(OF_MEDIA.exec(url ?? '')?.[1] ?? null);
  return <PictureFrame url={here ?? url} title={name} />;
}

function usePictureHere(sha256: string | null): string | null {
  const [found, setFound] = useState<{ sha256: string; url: string } | null>(null);
  useEffect(() => {
    if (sha256 === null) return;
    let made: string | null = null;
    let isShown = true;
    const show = async (): Promise<void> => {
      const { clipStore } = await import('#data/page-clip-store.ts');
      const file = await clipStore.read(sha256).catch(() => null);
      if (!isShown || file === null) return;
      made = URL.createObjectURL(file);
      setFound({ sha256, url: made });
    };
    void show();
    return () => {
      isShown = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [sha256]);
  return found?.sha256 === sha256 ? found.url : null;
}
