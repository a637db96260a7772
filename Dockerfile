# Pathlight in one image. Started as it is, it is everything in one container, on its embedded database; docker-compose.yml starts
# each service of it as a container of its own.
#
#   docker build -t pathlight .
#   docker run --stop-timeout 30 -p 127.0.0.1:3000:3000 -v pathlight:/data pathlight
#
# Everything it keeps is in /data. Pass settings with -e. docs/operations.md names them, and says what stands before the
# app (deploy/nginx.conf).

# Only what npm needs to know: as long as it is the same, Docker takes the installed packages from its cache.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests && find . -name package.json -exec cp --parents -t /manifests {} + && cp package-lock.json .npmrc /manifests

FROM node:24.21.0-bookworm-slim AS installed
WORKDIR /pathlight
COPY --from=manifests /manifests .
RUN npm ci --omit=dev --no-audit --no-fund

# What npm start does, on the image's Node instead of one of its own.
FROM installed AS built
COPY . .
RUN node tools/src/build-web.ts

# What the programs need while they run: no web app's parts, which are in its build, and of the packages no maps, types and readmes,
# nor the forms of a package that nothing here imports.
FROM node:24.21.0-bookworm-slim AS running
WORKDIR /pathlight
COPY --from=manifests /manifests .
RUN npm ci --omit=dev --no-audit --no-fund -w @pathlight/standalone -w @pathlight/command -w @pathlight/query -w @pathlight/worker -w @pathlight/pages \
  && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' -o -name '*.a' \) -delete \
  && rm -r node_modules/bible-passage-reference-parser/js node_modules/bible-passage-reference-parser/cjs

# Node without npm and its headers: half of the size.
FROM debian:12.11-slim
LABEL org.opencontainers.image.title="Pathlight" \
      org.opencontainers.image.description="A Bible reading and study web app (길빛) on its embedded database" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
# The first process: it passes signals on, and buries what the database leaves.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
COPY --from=running /usr/local/bin/node /usr/local/bin/node
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
WORKDIR /pathlight
COPY --from=running /pathlight .
COPY --from=built /pathlight/libs libs
COPY --from=built /pathlight/services services
COPY --from=built /pathlight/apps/standalone apps/standalone
COPY --from=built /pathlight/apps/web/dist apps/web/dist
# In these letters pictures of passages are written.
COPY --from=built /pathlight/apps/web/src/look/letters apps/web/src/look/letters
# A new volume belongs to whom its folder in the image belongs to.
RUN mkdir /data /epoch-keys && chown node:node /data /epoch-keys
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--disable-warning=ExperimentalWarning", "apps/standalone/src/main.ts"]
