/** Colors of clips and of the movie as ffmpeg's filters and encoders name them. */
import { isConvertible, type ColorTags } from '#shared/color/color-tags.ts';

const MATRICES: Record<string, string> = { bt709: 'bt709', smpte170m: 'smpte170m', bt470bg: 'bt470bg' };

export function rangeName(isFull: boolean | null): 'full' | 'limited' {
  return isFull === true ? 'full' : 'limited';
}

export function matrixName(matrix: string | null): string {
  return MATRICES[matrix ?? ''] ?? 'bt709';
}

const ZIMG_TRANSFERS: Record<string, string> = {
  pq: 'smpte2084',
  hlg: 'arib-std-b67',
  linear: 'linear',
  bt709: 'bt709',
  smpte170m: '601',
  'iec61966-2-1': 'iec61966-2-1',
};
const ZIMG_PRIMARIES: Record<string, string> = {
  bt709: 'bt709',
  bt2020: '2020',
  smpte170m: '170m',
  bt470bg: '470bg',
  smpte432: 'smpte432',
};
const ZIMG_MATRICES: Record<string, string> = {
  bt709: '709',
  'bt2020-ncl': '2020_ncl',
  smpte170m: '170m',
  bt470bg: '470bg',
  rgb: 'gbr',
};
/** Light of paper white in HDR, in candela per square meter (ITU-R BT.2408, 2.1). */
const PAPER_WHITE = 203;

/** Brings wide gamut and HDR to 8-bit BT.709; none for what differs from it in matrix and range alone. */
export function wideFilters(tags: ColorTags): string[] {
  if (isConvertible(tags)) return [];
  const isHdr = tags.transfer === 'pq' || tags.transfer === 'hlg';
  const said = [
    `tin=${ZIMG_TRANSFERS[tags.transfer ?? ''] ?? 'bt709'}`,
    `pin=${ZIMG_PRIMARIES[tags.primaries ?? ''] ?? 'bt709'}`,
    `min=${ZIMG_MATRICES[tags.matrix ?? ''] ?? '709'}`,
    `rin=${rangeName(tags.fullRange)}`,
  ];
  return [
    `zscale=${said.join(':')}:t=linear:npl=${PAPER_WHITE}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    ...(isHdr ? ['tonemap=tonemap=hable:desat=0'] : []),
    'zscale=t=bt709:m=bt709:r=limited',
    'format=yuv420p',
  ];
}
