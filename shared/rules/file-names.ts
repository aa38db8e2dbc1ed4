/** Names of files that leave the product. */
const MAX_TITLE = 80;

/** A title as part of a file name: letters and digits of every script, hyphen and underscore stay; all else is a hyphen. */
export function sanitizeTitle(title: string): string {
  const clean = Array.from(title.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_-]/gu, '-'))
    .slice(0, MAX_TITLE)
    .join('');
  return /[\p{L}\p{N}]/u.test(clean) ? clean : 'movie';
}

export function movieFileName(title: string, format: 'mp4' | 'webm'): string {
  return `${sanitizeTitle(title)}.${format}`;
}

export function sceneFileName(title: string, sceneNumber: number): string {
  return scenePartName(title, sceneNumber, 'mp4');
}

/** Of a movie that is one scene of a project. */
export function scenePartName(title: string, sceneNumber: number, format: 'mp4' | 'webm'): string {
  return `${sanitizeTitle(title)}-scene-${String(sceneNumber).padStart(2, '0')}.${format}`;
}

export function storyboardFileName(title: string): string {
  return `${sanitizeTitle(title)}_storyboard.txt`;
}
