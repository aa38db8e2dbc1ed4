/** Numbers, lengths, sizes, prices and lists as people read them. Sentences take their values from here, so that a translation changes one locale. */

const LOCALE = 'en-US';

const pluralRules = new Intl.PluralRules(LOCALE);
const wholeNumber = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
const dollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const conjunction = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const disjunction = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

/** The forms of a phrase that depends on a count; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** `plural(2, { one: '# scene', other: '# scenes' })` is "2 scenes". */
export function plural(count: number, forms: PluralForms): string {
  return (forms[pluralRules.select(count)] ?? forms.other).replaceAll('#', wholeNumber.format(count));
}

/** "5,000" */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** "$30.00" */
export function formatUsd(amount: number): string {
  return dollars.format(amount);
}

/** "2:05"; whole seconds, rounded to the nearest. A dash when there is no length. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '—';
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** "1.2 MB", "830 kB": decimal units, as file managers count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return inUnit(bytes, 'B', wholeNumber);
  if (bytes < 999_500) return inUnit(bytes / 1_000, 'kB', wholeNumber);
  const megabytes = bytes / 1_000_000;
  if (megabytes < 999.5) return inUnit(megabytes, 'MB', megabytes < 10 ? oneDecimal : wholeNumber);
  return inUnit(megabytes / 1_000, 'GB', oneDecimal);
}

/** "−6 dB", "+3.5 dB", "0 dB" */
export function decibels(db: number): string {
  return inUnit(db, 'dB', signed).replace('-', '−');
}

/** "Rain", "Rain and fog", "Rain, fog, and snow" */
export function listed(items: Iterable<string>): string {
  return conjunction.format(items);
}

/** "4, 6, or 8" */
export function eitherOf(items: Iterable<string>): string {
  return disjunction.format(items);
}

function inUnit(amount: number, unit: string, format: Intl.NumberFormat): string {
  return `${format.format(amount)} ${unit}`;
}

/** With its first letter large. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
