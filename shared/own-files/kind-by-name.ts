/** What a file probably is, before anything of it is read: where it goes is decided by that, and what it is by its bytes. */

const SOUND_ENDING = /\.(mp3|m4a|m4b|aac|wav|flac|ogg|oga|opus|weba|aif|aiff|wma|ac3|mka)$/i;

/** By the type that the browser tells, or by the name where it knows none: not all know FLAC or Opus. */
export function isSoundByName({ type, name }: { type: string; name: string }): boolean {
  return type === '' ? SOUND_ENDING.test(name) : type.startsWith('audio/');
}
