# The whole shop in one image; settings come from the environment. What enters the build: .dockerignore.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /kiosk

# Packages alone: these layers stay until their list changes, whatever changes in the sources.
FROM base AS packages
COPY .npmrc package.json package-lock.json ./
COPY packages/auth-emulator/package.json packages/auth-emulator/
COPY packages/csv/package.json packages/csv/
COPY packages/embedded-mongodb/package.json packages/embedded-mongodb/
COPY packages/mongo-archive/package.json packages/mongo-archive/
COPY tools/bench/package.json tools/bench/
COPY tools/fuzz/package.json tools/fuzz/
COPY tools/pictures/package.json tools/pictures/
COPY tools/scripts/package.json tools/scripts/
# Our own packages become part of the bundles: npm's links to them would lead nowhere.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/@kiosk

FROM packages AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && find dist -name '*.map' -delete

# Only what runs. It belongs to root: the user that runs it cannot change it.
FROM base
# The embedded database and backups, where there are any: mount a volume here.
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=packages /kiosk/node_modules node_modules
COPY --from=build /kiosk/package.json /kiosk/schema.graphql ./
COPY --from=build /kiosk/tools/scripts/start.mjs /kiosk/tools/scripts/operate.mjs /kiosk/tools/scripts/healthcheck.mjs tools/scripts/
COPY --from=build /kiosk/tools/scripts/requireNode.mjs /kiosk/tools/scripts/hasTools.mjs /kiosk/tools/scripts/endWithNpm.mjs tools/scripts/
COPY --from=build /kiosk/dist dist
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NPM_CONFIG_UPDATE_NOTIFIER=false
# The image's user 'node', by its number: Kubernetes reads no names.
USER 1000:1000
EXPOSE 4000
# Whether the process answers, not whether it can serve: starting it again brings no database back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "tools/scripts/healthcheck.mjs"]
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=50", "--v8-pool-size=1", "--no-allocation-site-pretenuring", "tools/scripts/start.mjs"]
# Last, for they are others with each build: --build-arg REVISION=$(git rev-parse HEAD) --build-arg CREATED=$(date -u +%FT%TZ)
ARG REVISION
ARG CREATED
LABEL org.opencontainers.image.title="Kiosk" \
      org.opencontainers.image.description="An online store that a small shop can run from one command and a large one on a cluster." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED"
