import { once } from 'node:events';
import { createServer } from 'node:net';

/** Outgoing connections get ports from 32768 on (Linux) or from 49152 on: none of them takes one from below meanwhile. */
const [FIRST, COUNT] = [16_384, 16_384];

/** A port of this machine that nobody listens on, for a process that is started on it. */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
