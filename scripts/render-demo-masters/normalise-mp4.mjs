// Brings a file that ffmpeg muxed to the model's exact form: ftyp, mdat, moov; exact edit lists, durations and packet counts.

const movieTimescale = 1000;
const frameTicks = 512;
const videoMediaTime = 1024;
const soundMediaTime = 2048;
const samplesPerPacket = 1024;
const sampleRate = 48_000;
const containers = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']);

/** Answers the new bytes. Sound packets past the last needed one are dropped from the tables. */
export function normaliseMp4(bytes, { frames, framesPerSecond }) {
  const file = Buffer.from(bytes);
  const top = children(file, 0, file.length);
  const ftyp = top.find((box) => box.type === 'ftyp');
  const mdat = top.find((box) => box.type === 'mdat');
  const moov = parse(
    file,
    top.find((box) => box.type === 'moov'),
  );
  const shift = ftyp.size - mdat.start;
  const seconds = frames / framesPerSecond;
  const duration = Math.round(seconds * movieTimescale);
  moov.child('mvhd').body.writeUInt32BE(duration, 16);
  moov.nodes = moov.nodes.filter((node) => node.type !== 'udta');
  for (const trak of moov.nodes.filter((node) => node.type === 'trak')) {
    const mdia = trak.child('mdia');
    const stbl = mdia.child('minf').child('stbl');
    const isVideo = mdia.child('hdlr').body.toString('latin1', 8, 12) === 'vide';
    trak.child('tkhd').body.writeUInt32BE(duration, 20);
    trak.child('edts').child('elst').body = editList(duration, isVideo ? videoMediaTime : soundMediaTime);
    const stco = stbl.child('stco').body;
    for (let i = 0; i < stco.readUInt32BE(4); i++) stco.writeUInt32BE(stco.readUInt32BE(8 + i * 4) + shift, 8 + i * 4);
    const count = stbl.child('stsz').body.readUInt32BE(8);
    const expected = isVideo ? frames : 2 + Math.ceil((seconds * sampleRate) / samplesPerPacket);
    if (count !== expected)
      throw new Error(`Expected ${expected} ${isVideo ? 'frames' : 'sound packets'}, the muxer wrote ${count}`);
    const ticks = isVideo ? frameTicks : samplesPerPacket;
    stbl.child('stts').body = u32s(0, 1, count, ticks);
    mdia.child('mdhd').body.writeUInt32BE(count * ticks, 16);
    if (isVideo) stbl.child('ctts').body = roundOffsets(stbl.child('ctts').body);
  }
  return Buffer.concat([
    file.subarray(ftyp.start, ftyp.start + ftyp.size),
    file.subarray(mdat.start, mdat.start + mdat.size),
    moov.bytes(),
  ]);
}

/** Offsets that passed through millisecond time stamps return to whole frames; equal neighbours share an entry. */
function roundOffsets(ctts) {
  const runs = [];
  for (let i = 0; i < ctts.readUInt32BE(4); i++) {
    const count = ctts.readUInt32BE(8 + i * 8);
    const offset = Math.round(ctts.readUInt32BE(12 + i * 8) / frameTicks) * frameTicks;
    if (runs.at(-1)?.offset === offset) runs.at(-1).count += count;
    else runs.push({ count, offset });
  }
  return u32s(0, runs.length, ...runs.flatMap((run) => [run.count, run.offset]));
}

const editList = (duration, mediaTime) => u32s(0, 1, duration, mediaTime, 0x00010000);

function u32s(...values) {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => buffer.writeUInt32BE(value, i * 4));
  return buffer;
}

function children(file, from, to) {
  const boxes = [];
  for (let start = from; start < to;) {
    const size = file.readUInt32BE(start);
    boxes.push({ type: file.toString('latin1', start + 4, start + 8), start, size });
    start += size;
  }
  return boxes;
}

function parse(file, { type, start, size }) {
  const isContainer = containers.has(type);
  return {
    type,
    body: isContainer ? null : Buffer.from(file.subarray(start + 8, start + size)),
    nodes: isContainer ? children(file, start + 8, start + size).map((box) => parse(file, box)) : [],
    child(name) {
      const found = this.nodes.find((node) => node.type === name);
      if (!found) throw new Error(`No ${name} box in ${type}`);
      return found;
    },
    bytes() {
      const body = isContainer ? Buffer.concat(this.nodes.map((node) => node.bytes())) : this.body;
      const header = Buffer.alloc(8);
      header.writeUInt32BE(body.length + 8, 0);
      header.write(type, 4, 'latin1');
      return Buffer.concat([header, body]);
    },
  };
}
