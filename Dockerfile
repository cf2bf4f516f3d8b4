# The build stage runs `bun run build`.
FROM oven/bun:1.4.5 AS build
WORKDIR /src
COPY package.json bun.lock tsconfig.json ./
RUN bun install --frozen-lockfile
COPY CHANGELOG.md LICENSE ./
COPY migrations migrations
COPY src src
RUN bun run build && dist/roomwire licenses > dist/THIRD-PARTY-NOTICES && mkdir -p /data

# The image has the binary and a folder for its data.
FROM debian:bookworm-slim
COPY --from=build /src/dist/roomwire /usr/local/bin/roomwire
COPY --from=build /src/LICENSE /src/dist/THIRD-PARTY-NOTICES /usr/share/doc/roomwire/
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BUN_CONFIG_MAX_HTTP_REQUESTS=4096 \
    MIMALLOC_PURGE_DELAY=10000 MIMALLOC_PURGE_HOLES_MIN_INTERVAL=10000
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=30s --timeout=6s --start-period=10s CMD ["roomwire", "doctor", "--live"]
ENTRYPOINT ["roomwire"]
CMD ["serve"]
