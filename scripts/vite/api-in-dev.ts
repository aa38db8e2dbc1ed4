/** Serves the API inside Vite's dev server, so that development has one port and hot reload on both sides. */
import type { Plugin } from 'vite';

export function apiInDev(): Plugin {
  return {
    name: 'api-in-dev',
    apply: 'serve',
    async configureServer(server) {
      if (process.env.VITEST) return;
      const { getRequestListener } = await import('@hono/node-server');
      type NodeModule = {
        startBackend: (
          env: NodeJS.ProcessEnv,
        ) => Promise<{ fetch: (request: Request) => Response | Promise<Response> }>;
      };
      const { startBackend } = (await server.ssrLoadModule(
        `${import.meta.dirname}/../../edge-api/node-backend.ts`,
      )) as NodeModule;
      const backend = await startBackend({ ...process.env, PORT: String(server.config.server.port) });
      const listener = getRequestListener(async (request) => backend.fetch(request));
      server.middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/api/')) void listener(request, response);
        else next();
      });
    },
  };
}
