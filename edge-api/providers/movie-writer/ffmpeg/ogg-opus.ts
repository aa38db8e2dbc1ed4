/** Packets of Opus as an Ogg stream (RFC 3533, RFC 7845), for ffmpeg to read. */
import { OPUS_PACKET_SAMPLES, OPUS_SAMPLE_RATE } from '#shared/sound/opus.ts';

const POLYNOMIAL = 0x04c1_1db7;
const SERIAL = 1;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 0x8000_0000) === 0 ? value << 1 : (value << 1) ^ POLYNOMIAL;
  return value >>> 0;
});

/** Nothing is to be dropped at its start: whoever encoded made up for the delay. */
export function oggOpus(packets: readonly Uint8Array[], channels: number): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt32LE(OPUS_SAMPLE_RATE, 12);
  const tags = Buffer.alloc(16);
  tags.write('OpusTags', 'latin1');
  const pages = [
    page(head, { sequence: 0, position: 0, flags: 2 }),
    page(tags, { sequence: 1, position: 0, flags: 0 }),
  ];
  packets.forEach((packet, at) => {
    const position = (at + 1) * OPUS_PACKET_SAMPLES;
    pages.push(page(packet, { sequence: at + 2, position, flags: at === packets.length - 1 ? 4 : 0 }));
  });
  return Buffer.concat(pages);
}

/** One packet a page. */
function page(packet: Uint8Array, place: { sequence: number; position: number; flags: number }): Buffer {
  const full = Math.floor(packet.length / 255);
  const lengths = [...Array.from({ length: full }, () => 255), packet.length % 255];
  const head = Buffer.alloc(27 + lengths.length);
  head.write('OggS', 'latin1');
  head.writeUInt8(place.flags, 5);
  head.writeBigInt64LE(BigInt(place.position), 6);
  head.writeUInt32LE(SERIAL, 14);
  head.writeUInt32LE(place.sequence, 18);
  head.writeUInt8(lengths.length, 26);
  head.set(lengths, 27);
  const whole = Buffer.concat([head, packet]);
  let crc = 0;
  for (const byte of whole) crc = ((crc << 8) ^ CRC[((crc >>> 24) ^ byte) & 0xff]!) >>> 0;
  whole.writeUInt32LE(crc, 22);
  return whole;
}
