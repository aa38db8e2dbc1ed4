/** A server on loopback that answers whatever a test wants. */
import { createServer, type RequestListener, type Server } from 'node:http';

/** Whoever opens it closes it. */
export async function openLoopback(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return { server, origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}
