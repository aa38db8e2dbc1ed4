/** Serves the API inside Vite's dev server, so that development has one port and hot reload on both sides. */
import type { Plugin } from 'vite';

type Backend = { fetch(request: Request): Response | Promise<Response>; startJobs(): void; close(): Promise<void> };
type BackendModule = { startBackend(env: NodeJS.ProcessEnv): Promise<Backend> };

export function apiInDev(): Plugin {
  return {
    name: 'api-in-dev',
    apply: 'serve',
    async configureServer(server) {
      if (process.env.VITEST) return;
      const { getRequestListener } = await import('@hono/node-server');
      const { startBackend } = (await server.ssrLoadModule(
        `${import.meta.dirname}/../../edge-api/node/backend.ts`,
      )) as BackendModule;
      const backend = await startBackend({ ...process.env, PORT: String(server.config.server.port) });
      backend.startJobs();
      server.httpServer?.once('close', () => void backend.close());
      const listener = getRequestListener(async (request) => backend.fetch(request));
      server.middlewares.use((request, response, next) => {
        // The web app's own modules lie in a folder of that name, too.
        const path = request.url?.split('?')[0] ?? '';
        if (path.startsWith('/api/') && !/\.tsx?$/.test(path)) void listener(request, response);
        else next();
      });
    },
  };
}
