# The whole shop in one image; settings come from the environment.
FROM node:20-slim AS build
WORKDIR /kiosk
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:20-slim
WORKDIR /kiosk
COPY --from=build --chown=node:node /kiosk .
ENV NODE_ENV=production HOST=0.0.0.0
USER node
EXPOSE 4000
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=50", "--v8-pool-size=1", "--no-allocation-site-pretenuring", "scripts/start.mjs"]
