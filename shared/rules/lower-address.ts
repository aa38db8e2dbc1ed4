/**
 * An e-mail address for comparing. Only ASCII letters change their case: by Unicode's rules, the Kelvin sign becomes a k,
 * and somebody else's address would be the one on a list.
 */
export function lowerAddress(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
