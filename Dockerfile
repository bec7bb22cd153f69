# The whole shop in one image; settings come from the environment. What enters the build: .dockerignore.
FROM node:20-slim AS build
WORKDIR /kiosk
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

# Only what runs. It belongs to root: the user that runs it cannot change it.
FROM node:20-slim
WORKDIR /kiosk
COPY --from=build /kiosk/package.json /kiosk/schema.graphql ./
COPY --from=build /kiosk/node_modules node_modules
COPY --from=build /kiosk/tools/scripts tools/scripts
COPY --from=build /kiosk/client/public client/public
COPY --from=build /kiosk/dist dist
ENV NODE_ENV=production HOST=0.0.0.0
USER node
EXPOSE 4000
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=50", "--v8-pool-size=1", "--no-allocation-site-pretenuring", "tools/scripts/start.mjs"]
