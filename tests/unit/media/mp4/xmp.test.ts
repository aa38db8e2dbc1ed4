/** The XMP packet is well-formed whatever the texts are, and stands where XMP readers look for it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBytes } from '#shared/mp4/box-parts.ts';
import { xmpBox } from '#shared/mp4/metadata.ts';
import { xmpPacket } from '#shared/mp4/xmp.ts';

/** Text of the first element of this name, entities resolved. */
function textOf(packet: string, element: string): string | null {
  const inner = new RegExp(`<${element}>(?:<rdf:(?:Alt|Seq)><rdf:li[^>]*>)?([^<]*)<`).exec(packet)?.[1];
  if (inner === undefined) return null;
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#13;': '\r' };
  return inner.replace(/&[^;]+;/g, (entity) => entities[entity] ?? entity);
}

describe('xmpPacket', () => {
  test('says title, author, program, and that a model made the picture', () => {
    const packet = xmpPacket({ title: 'Sun & <Rain>', author: 'Ada', tool: 'Storyreel 1' });
    expect(textOf(packet, 'dc:title')).toBe('Sun & <Rain>');
    expect(textOf(packet, 'dc:creator')).toBe('Ada');
    expect(textOf(packet, 'xmp:CreatorTool')).toBe('Storyreel 1');
    expect(textOf(packet, 'Iptc4xmpExt:DigitalSourceType')).toBe(
      'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    );
    expect(textOf(xmpPacket({ title: 'a', author: null, tool: 'b' }), 'dc:creator')).toBeNull();
  });

  test('carries any text that XML can carry, and drops the rest', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (title, author) => {
        const packet = xmpPacket({ title: `${title}\u0000\uD800\uFFFF`, author, tool: 't' });
        const allowed = (word: string) =>
          [...word].filter((letter) => !/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(letter)).join('');
        expect(textOf(packet, 'dc:title')).toBe(allowed(title));
        expect(textOf(packet, 'dc:creator')).toBe(allowed(author));
      }),
    );
  });

  test('stands in the box that XMP readers know', () => {
    const packet = xmpPacket({ title: 'Zwölf', author: null, tool: 't' });
    const box = Buffer.from(toBytes(xmpBox(packet)));
    expect(box.readUInt32BE(0)).toBe(box.length);
    expect(box.toString('latin1', 4, 8)).toBe('uuid');
    expect(box.toString('hex', 8, 24)).toBe('be7acfcb97a942e89c71999491e3afac');
    expect(box.toString('utf8', 24)).toBe(packet);
  });
});
