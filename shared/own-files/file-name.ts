/** The name under which an own file is saved: its own, with the ending of what it is. */
import type { OwnFile, OwnFileType } from '../entities/own-file.ts';
import { sanitizeTitle } from '../rules/file-names.ts';

const ENDINGS: Readonly<Record<OwnFileType, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
};

export function ownFileName({ name, type }: Pick<OwnFile, 'name' | 'type'>): string {
  const bare = name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  return `${sanitizeTitle(bare)}.${ENDINGS[type]}`;
}
