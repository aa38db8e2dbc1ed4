/** A way to a server that breaks off after so many bytes, and that leads to another server when told to. */
import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

export type CuttingProxy = {
  /** Stays the same, wherever it leads. */
  url: string;
  leadTo(port: number): void;
  /**
   * Lets so many more bytes of all connections through in a direction, the last ones to their very byte, and then breaks every
   * connection. @returns when that has happened
   */
  cutAfter(bytes: number, direction: 'sent' | 'answered'): Promise<void>;
  /** Takes back what is left of it. */
  letThrough(): void;
  close(): Promise<void>;
};

type Cut = { leftBytes: number; direction: 'sent' | 'answered'; resolve: () => void };

/** Whoever opens it closes it. */
export async function openCuttingProxy(): Promise<CuttingProxy> {
  let port: number | null = null;
  let cut: Cut | null = null;
  const sockets = new Set<Socket>();

  const breakAll = (): void => {
    const done = cut?.resolve;
    cut = null;
    for (const socket of sockets) socket.destroy();
    done?.();
  };
  const pass = (from: Socket, to: Socket, direction: Cut['direction']): void => {
    from.on('data', (bytes: Buffer) => {
      if (cut?.direction !== direction || bytes.length < cut.leftBytes) {
        if (cut?.direction === direction) cut.leftBytes -= bytes.length;
        if (!to.write(bytes)) from.pause();
        return;
      }
      // What was let through arrives before the connection breaks.
      const last = bytes.subarray(0, cut.leftBytes);
      cut.direction = direction;
      cut.leftBytes = Infinity;
      from.pause();
      to.write(last, breakAll);
    });
    to.on('drain', () => from.resume());
    from.on('end', () => to.end());
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };
  const server = createServer((client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client));
    if (port === null) return void client.destroy();
    const target = connect(port, '127.0.0.1');
    sockets.add(target);
    target.on('close', () => sockets.delete(target));
    pass(client, target, 'sent');
    pass(target, client, 'answered');
  });
  const ownPort = await listen(server);
  return {
    url: `http://127.0.0.1:${ownPort}`,
    leadTo: (next) => {
      port = next;
    },
    cutAfter: (bytes, direction) =>
      new Promise((resolve) => {
        cut = { leftBytes: Math.max(1, bytes), direction, resolve };
      }),
    letThrough: () => {
      const done = cut?.resolve;
      cut = null;
      done?.();
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return address.port;
}
