/** What stands between a server and its database: it can be away, and hold calls back. */
import { createServer, request } from 'node:http';
import { once } from 'node:events';

export type DatabaseBetween = {
  url: string;
  /** From now on every call ends without an answer, or none does. */
  setAway(isAway: boolean): void;
  /** Calls that were answered. */
  answered(): number;
  /** Holds back calls with this text in them. @returns how many it holds; `pass` lets these go on, `release` all that come as well */
  hold(text: string): { held(): number; pass(): void; release(): void };
  close(): Promise<void>;
};

/** @param target address of the database. The caller closes it. */
export async function startBetween(target: string): Promise<DatabaseBetween> {
  let isAway = false;
  let answered = 0;
  let holding: string | null = null;
  const held: (() => void)[] = [];
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      if (isAway) return void asked.socket.destroy();
      const body = Buffer.concat(chunks);
      const { method, headers } = asked;
      const pass = (): void => {
        const onwards = request(new URL(asked.url ?? '/', target), { method, headers }, (reply) => {
          answer.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(answer);
          answered++;
        });
        onwards.on('error', () => answer.destroy());
        onwards.end(body);
      };
      if (holding !== null && body.includes(holding)) held.push(pass);
      else pass();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    setAway: (is) => void (isAway = is),
    answered: () => answered,
    hold: (text) => {
      holding = text;
      const passAll = (): void => {
        for (const pass of held.splice(0)) pass();
      };
      return {
        held: () => held.length,
        pass: passAll,
        release: () => {
          holding = null;
          passAll();
        },
      };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
