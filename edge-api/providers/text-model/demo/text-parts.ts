/** What the demo studio's rules share: moods and endings. */
import type { Mood } from '#shared/catalogue/shot-words.ts';

/** Words that give a beat its mood; the first match wins. */
const moodWords: readonly { mood: Mood; words: RegExp }[] = [
  { mood: 'eerie', words: /\b(ghost|haunt|horror|monster|fog|grave|shadow)/i },
  { mood: 'tense', words: /\b(chase|danger|escape|storm|fight|race|thriller|hunt|war|alarm)/i },
  { mood: 'mysterious', words: /\b(secret|mystery|unknown|strange|dark|night|hidden|signal|clue)/i },
  { mood: 'romantic', words: /\b(love|kiss|romance|wedding|couple)/i },
  { mood: 'melancholic', words: /\b(loss|sad|farewell|goodbye|rain|old|last|memory|winter)/i },
  { mood: 'lonely', words: /\b(alone|lonely|empty|solitary|only)\b/i },
  { mood: 'angry', words: /\b(anger|angry|rage|revenge|betray)/i },
  { mood: 'playful', words: /\b(play|funny|comedy|laugh|child|puppy|game|dance)/i },
  { mood: 'joyful', words: /\b(joy|happy|party|summer|celebrat|friend|festival)/i },
  { mood: 'epic', words: /\b(epic|kingdom|battle|mountain|dragon|galaxy|ocean|hero|space)/i },
  { mood: 'hopeful', words: /\b(hope|dawn|morning|spring|begin|new|rescue|light)/i },
];

/** The mood of some words. Where several fit, or none does, `index` chooses. */
export function moodOf(text: string, index: number): Mood {
  const found = moodWords.filter(({ words }) => words.test(text)).map(({ mood }) => mood);
  return found[index % Math.max(1, found.length)] ?? (index % 2 === 0 ? 'calm' : 'hopeful');
}

export function endWithStop(text: string): string {
  return /[.!?…。！？؟]$/u.test(text) ? text : text + stopOf(text);
}

function stopOf(text: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text) ? '。' : '.';
}

/** A text cut to a length, with an ellipsis where something is missing. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
