import { mediaHash } from '#shared/api/media.ts';
import { useFileAddress } from '#ui/use-file-address.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';

/** A character's picture: from this device where it is, as the server may not have it yet. */
export function Portrait({ url, name }: { url: string | null; name: string }) {
  const here = useFileAddress(mediaHash(url ?? ''), readHere);
  return <PictureFrame url={here ?? url} title={name} />;
}

async function readHere(sha256: string): Promise<Blob | null> {
  return (await import('#data/page-clip-store.ts')).clipStore.read(sha256);
}
