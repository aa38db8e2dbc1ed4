import { useEffect, useState } from 'react';

/**
 * The address of a file's bytes on this device; null until they are read, and where they aren't here.
 * @param name null for none
 * @param read the same function each time
 */
export function useFileAddress(name: string | null, read: (name: string) => Promise<Blob | null>): string | null {
  const [found, setFound] = useState<{ name: string; url: string } | null>(null);
  useEffect(() => {
    if (name === null) return;
    let made: string | null = null;
    let isShown = true;
    const show = async (): Promise<void> => {
      const file = await read(name).catch(() => null);
      if (!isShown || file === null) return;
      made = URL.createObjectURL(file);
      setFound({ name, url: made });
    };
    void show();
    return () => {
      isShown = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [name, read]);
  return found?.name === name ? found.url : null;
}
