/** The address a request came from, as far as it can be known. */
import type { Config } from '../config.ts';

/** Loopback, private, shared by a carrier's customers (RFC 6598), link-local. */
const privateNetwork =
  /^(127\.|10\.|192\.168\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/**
 * The address for counting a caller; all 'unknown' callers count as one. This server speaks no TLS itself: with an
 * https `PUBLIC_URL`, a proxy is in front, and the last entry of `X-Forwarded-For` is what that proxy saw. Anyone may
 * have written the entries before it, or all of them if the neighbor isn't our proxy.
 */
export function clientAddress(
  connection: { remoteAddress: string | null; forwardedFor: string | null },
  config: Pick<Config, 'publicUrl'>,
): string {
  const remote = plainAddress(connection.remoteAddress ?? '');
  if (config.publicUrl.startsWith('https://') && privateNetwork.test(remote)) {
    const forwarded = plainAddress(connection.forwardedFor?.split(',').at(-1) ?? '');
    if (forwarded !== '') return networkOf(forwarded);
  }
  return remote === '' ? 'unknown' : networkOf(remote);
}

/**
 * Who opened a connection, for counting; null where it may be the proxy in front, which opens them for everybody.
 */
export function countedAddress(publicUrl: string): (remoteAddress: string) => string | null {
  return (remoteAddress) => {
    const remote = plainAddress(remoteAddress);
    const mayBeProxy = publicUrl.startsWith('https://') && privateNetwork.test(remote);
    return mayBeProxy || remote === '' ? null : networkOf(remote);
  };
}

/**
 * An IPv4 address without its IPv6 mapping, however that is written, or an IPv6 address without the link it was seen on;
 * '' for anything else. Some proxies append the caller's port, which changes with each connection.
 */
function plainAddress(text: string): string {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^(\d+(?:\.\d+){3}):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/, (_, high: string, low: string) =>
      [high, low]
        .map((group) => Number.parseInt(group, 16))
        .flatMap((group) => [group >> 8, group & 255])
        .join('.'),
    );
  return /^[\da-f.:]{2,45}$/.test(address) ? address : '';
}

/** A household has a whole /64 of IPv6 addresses, so count the network. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const filled = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last];
  return `${filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
