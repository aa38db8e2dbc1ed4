/** Reads and writes elements of EBML (RFC 8794), which WebM is made of. */
import { bytes, type Part, sequence, u8 } from '#shared/mp4/box-parts.ts';

/** Positions in the bytes that it was read from. */
export type Element = {
  /** With its length marker, as in the tables of RFC 9559. */
  id: number;
  start: number;
  /** Of its size. */
  sizeAt: number;
  body: number;
  end: number;
};

/** The element at a position. @throws RangeError where it is cut off, or of unknown size */
export function elementAt(data: Uint8Array, start: number): Element {
  const sizeAt = start + vintLength(data, start);
  const body = sizeAt + vintLength(data, sizeAt);
  if (body > data.length) throw new RangeError(`The element at ${start} is cut off`);
  const id = unsigned(data.subarray(start, sizeAt));
  const marked = unsigned(data.subarray(sizeAt, body));
  const marker = 2 ** (7 * (body - sizeAt));
  const size = marked - marker;
  if (size === marker - 1) throw new RangeError(`The element at ${start} is of unknown size`);
  return { id, start, sizeAt, body, end: body + size };
}

/** The elements within one, whose content must all be there. @throws RangeError where one is cut off */
export function childrenOf(data: Uint8Array, { body, end }: Pick<Element, 'body' | 'end'>): Element[] {
  if (end > data.length) throw new RangeError(`Content up to ${end} is cut off at ${data.length}`);
  const children: Element[] = [];
  for (let at = body; at < end;) {
    const child = elementAt(data, at);
    if (child.end > end) throw new RangeError(`The element at ${at} runs over its parent`);
    children.push(child);
    at = child.end;
  }
  return children;
}

/** An unsigned whole number up to 2^53, most significant byte first. */
export function unsigned(data: Uint8Array): number {
  return data.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** An element around its content. */
export function element(id: number, ...content: readonly Part[]): Part {
  const body = sequence(...content);
  const sizeLength = [1, 2, 3, 4, 5, 6, 7].find((length) => body.size < 2 ** (7 * length) - 1) ?? 8;
  return sequence(unsignedPart(id), vint(body.size, sizeLength), body);
}

/** An element's size, in so many bytes. */
export function vint(size: number, length: number): Part {
  return unsignedPart(size + 2 ** (7 * length), length);
}

/** In as few bytes as hold it, unless told. */
export function unsignedPart(value: number, length = lengthOf(value)): Part {
  return u8(...Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256));
}

/** An element with its head as it was and other content of its own. */
export function withContent(data: Uint8Array, { start, sizeAt, body }: Element, content: Part): Part {
  return sequence(bytes(data.subarray(start, sizeAt)), vint(content.size, body - sizeAt), content);
}

function lengthOf(value: number): number {
  let length = 1;
  while (value >= 256 ** length) length += 1;
  return length;
}

/** The number of zeros in front of the first byte's marker tells it. */
function vintLength(data: Uint8Array, at: number): number {
  const first = data[at];
  if (first === undefined || first === 0) throw new RangeError(`There is no element at ${at}`);
  return Math.clz32(first) - 23;
}
