/** The API behind a real socket, and requests written to it byte by byte: no client tidies them up on the way. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

export type RawReply = { status: number; head: string; body: string };
export type RawServer = {
  port: number;
  /** @param lines the request line and the headers after `Host` and `Connection` */
  send(requestLine: Buffer | string, lines?: readonly string[]): Promise<RawReply>;
  close(): Promise<void>;
};

/** Serves on loopback. The caller closes it. */
export async function serveRaw(
  answer: (request: Request) => Response | Promise<Response>,
  host: string,
): Promise<RawServer> {
  const listener = getRequestListener((request) => answer(request));
  const server = createServer((request, response) => void listener(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    send: async (requestLine, lines = []) => {
      const socket = connect(port, '127.0.0.1');
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.write(requestLine);
      socket.write(`\r\n${[`Host: ${host}`, 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`);
      await once(socket, 'close');
      return parseReply(Buffer.concat(chunks).toString('latin1'));
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function parseReply(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status === undefined) throw new Error(`This is no reply: ${text.slice(0, 80)}`);
  return { status: Number(status), head: text.slice(0, end), body: text.slice(end + 4) };
}
