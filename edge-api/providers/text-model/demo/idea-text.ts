/** What of an idea tells its story, and in which language. */

/** How a movie is filmed, lit, scored, or cut. A sentence of it belongs to no scene. */
const STYLE = new RegExp(
  [
    String.raw`\b(?:the|our|handheld|drone|static|moving) camera\b(?! (?:shop|store|maker|collector))`,
    String.raw`\bcamera (?:moves|holds|pans|tilts|follows|drifts|work|angles?|movement)`,
    String.raw`\b(?:lens(?:es)?|anamorphic|cinematic|photoreal\w*|hyperreal\w*|bokeh|depth of field|film grain|grainy|35 ?mm|16 ?mm|imax|4k|8k|fps|aspect ratio|16:9|9:16)\b`,
    String.raw`\b(?:wide|medium|long|tracking|dolly|crane|aerial|establishing|close-?up|tracking|opening|final|closing) shots?\b`,
    String.raw`\b(?:close-?ups?|slow[- ]motion|time-?lapse|montage|voice-?over|jump cuts?|cross-?fades?|split screen|push in)\b`,
    String.raw`\b(?:color palette|color grad\w*|palette|chiaroscuro|lighting|soundtrack|sound design|score|tone|mood|style|atmosphere|aesthetics?|look and feel|visuals?)(?: (?:is|are|of|should|stays?|and)\b|:)`,
    String.raw`\bin the (?:style|spirit) of\b|\b(?:shot|filmed) (?:on|in|with|like)\b|\b(?:light|color|colors|colours?) and (?:light|color|sound)\b`,
    String.raw`^(?:style|tone|mood|look|camera|lighting|music|sound|format|genre|length|duration|audience|references?)\s*:`,
    String.raw`^we (?:begin|start|open|end|close) (?:wide|close|on|with|in)\b|^we hear\b|^it ends on\b|^(?:fade|cut|dissolve|smash cut) (?:in|out|to|from)\b|\bblack and white\b`,
  ].join('|'),
  'iu',
);

export function sentencesOf(text: string): string[] {
  return (text.match(/[^.!?…。！？\n]+[.!?…。！？]*/gu) ?? [])
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** The sentences of an idea that tell of someone or something, joined. */
export function storyOf(idea: string): string {
  return sentencesOf(idea)
    .filter((sentence) => !STYLE.test(sentence))
    .join(' ');
}

export type IdeaLanguage =
  | 'en'
  | 'es'
  | 'fr'
  | 'de'
  | 'it'
  | 'pt'
  | 'nl'
  | 'pl'
  | 'ru'
  | 'ar'
  | 'ja'
  | 'zh'
  | 'ko'
  | 'other';

/** The small words of languages; none of them is an English word. */
const smallWords: Readonly<Record<'es' | 'fr' | 'de' | 'it' | 'pt' | 'nl' | 'pl', RegExp>> = {
  es: /^(el|los|las|una|que|y|en|por|para|su|sus|del|al|como|pero|cuando|con|hasta|cada|muy|está)$/,
  fr: /^(le|les|une|des|et|dans|qui|avec|pour|sa|ses|du|au|aux|est|mais|elle|il|leur|où|quand|très)$/,
  de: /^(der|das|ein|eine|einer|einen|einem|und|den|dem|mit|von|auf|ist|ihr|ihre|sein|seine|zu|nicht|im|für|sich|aber|wenn|nach)$/,
  it: /^(il|lo|gli|una|di|che|nel|nella|della|del|per|suo|sua|è|sono|ma|quando|dei|alla|con|ogni)$/,
  pt: /^(os|uma|um|que|em|com|por|para|seu|sua|da|dos|na|não|mas|quando|ao|pela|cada|é|ele|ela)$/,
  nl: /^(het|een|zijn|haar|en|de|dat|niet|naar|voor|uit|bij|maar|ook|hij|zij|wordt|aan)$/,
  pl: /^(w|się|jest|nie|ze|żeby|który|która|jego|jej|przez|dla|jak)$/,
};
const OTHER =
  /^(och|ett|det|som|på|med|att|og|til|av|i|na|bir|ve|bu|için|ile|yang|dan|di|untuk|egy|és|az|hogy|ja|on|ei|že|se|je|și|cu)$/;
const ENGLISH =
  /^(the|a|an|and|of|in|to|is|with|for|on|at|his|her|their|that|it|who|from|by|into|but|one|my|are|when|they|she|he|its|as|be|no|not|i|about|after|only|every)$/;

/** A guess by scripts and small words. Keywords without any of them count as English. */
export function languageOf(text: string): IdeaLanguage {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? [];
  const letters = words.join('');
  const latin = letters.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters.length > 0 && latin < letters.length / 2) return languageByScript(letters);
  const count = (pattern: RegExp): number => words.filter((word) => pattern.test(word)).length;
  const english = count(ENGLISH);
  const [best] = (Object.keys(smallWords) as (keyof typeof smallWords)[])
    .map((language) => ({ language, hits: count(smallWords[language]) }))
    .toSorted((a, b) => b.hits - a.hits);
  const other = count(OTHER);
  if (best !== undefined && best.hits > english && best.hits >= other) return best.language;
  const accented = words.filter((word) => /[^\p{ASCII}’]/u.test(word)).length;
  return other > english || accented > Math.max(english, words.length / 4) ? 'other' : 'en';
}

/** Letters that only other languages of the same script have. */
const NOT_RUSSIAN = /[іїєґўђћљњџјѕѓќ]/u;
const NOT_ARABIC = /[پچژگکیےٹڈ]/u;
const TRADITIONAL = /[們這個來時會說對為國學過還點麼讓從種樣東見長門開關電車書寫買賣]/u;

function languageByScript(letters: string): IdeaLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letters)) return 'ja';
  if (/\p{Script=Hangul}/u.test(letters)) return 'ko';
  if (/\p{Script=Han}/u.test(letters)) return TRADITIONAL.test(letters) ? 'other' : 'zh';
  // Bulgarian has none of the three.
  if (/[ыэё]/u.test(letters)) return NOT_RUSSIAN.test(letters) ? 'other' : 'ru';
  return /\p{Script=Arabic}/u.test(letters) && !NOT_ARABIC.test(letters) ? 'ar' : 'other';
}

/** How many of some words a text has, each counted once. An asterisk stands for any ending. */
export function hits(text: string, words: readonly string[]): number {
  return words.filter((word) => patternOf(word).test(text)).length;
}

/** Where the first of some words stands in a text; infinity where none does. */
export function firstHit(text: string, words: readonly string[]): number {
  return Math.min(...words.map((word) => patternOf(word).exec(text)?.index ?? Infinity));
}

const patterns = new Map<string, RegExp>();

function patternOf(word: string): RegExp {
  const known = patterns.get(word);
  if (known) return known;
  const isOpen = word.endsWith('*');
  const stem = isOpen ? word.slice(0, -1) : word;
  const pattern = new RegExp(
    String.raw`(?<![\p{L}-])${stem}${isOpen ? String.raw`\p{L}*` : '(?:s|es)?'}(?!\p{L})`,
    'iu',
  );
  patterns.set(word, pattern);
  return pattern;
}
