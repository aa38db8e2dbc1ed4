# The Node service with ffmpeg: the API, the web app, and workers that write movies. README.md says how to run it.
# Its target export-service is the service that writes movies for a server on the edge.
FROM node:20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim AS runtime
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ffmpeg tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
# The first process of a container has to reap what others leave; Node doesn't.
ENTRYPOINT ["tini", "--"]

# Writes movies for a server elsewhere, such as the one on the edge: docker build --target export-service.
# It keeps nothing, so /data needs no volume.
FROM runtime AS export-service
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8788 DATA_DIR=/data
EXPOSE 8788
CMD ["node", "dist/server/node/export-service-command.js"]

FROM runtime AS server
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
EXPOSE 8787
CMD ["node", "dist/server/node/start.js"]
