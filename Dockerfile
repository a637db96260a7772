# Pathlight in one container, on its embedded database:
#
#   docker build -t pathlight .
#   docker run --init --stop-timeout 30 -p 127.0.0.1:3000:3000 -v pathlight:/data pathlight
#
# Everything it keeps is in /data. Settings are passed with -e; docs/operations.md says which there are, and what stands
# before the app (deploy/nginx.conf).
FROM node:24.21.0-bookworm-slim AS built
WORKDIR /pathlight
COPY . .
# What npm start does, on the image's Node instead of one of its own.
RUN npm ci --omit=dev --no-audit --no-fund
RUN node tools/src/build-web.ts

FROM node:24.21.0-bookworm-slim
COPY --from=built /pathlight /pathlight
RUN mkdir /data && chown node:node /data
WORKDIR /pathlight
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "apps/standalone/src/main.ts"]
