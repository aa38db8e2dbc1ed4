/** The server's own addresses. On loopback, the machine's three names count as one. */
import { isLoopbackName, type Config } from '../config.ts';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

export type OwnAddresses = { hosts: ReadonlySet<string>; origins: ReadonlySet<string> };

export function ownAddresses(config: Pick<Config, 'publicUrl' | 'port'>): OwnAddresses {
  const url = new URL(config.publicUrl);
  const isLoopback = isLoopbackName(url.hostname);
  const others = isLoopback
    ? loopbackNames.flatMap((name) => [
        `${url.protocol}//${name}:${url.port || defaultPort(url)}`,
        `http://${name}:${config.port}`,
      ])
    : [];
  const origins = new Set([url.origin, ...others.map((address) => new URL(address).origin)]);
  return { origins, hosts: new Set(Array.from(origins, (origin) => new URL(origin).host)) };
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}
