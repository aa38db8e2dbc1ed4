// Colours between two others.

/** Colour between two `#rrggbb`. */
export function mixHex(from, to, share) {
  const channel = (text, at) => parseInt(text.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
