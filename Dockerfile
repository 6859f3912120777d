# `npuzzle serve` in a container:
#
#     docker build --tag npuzzle .
#     docker run --rm --publish 127.0.0.1:7315:7315 npuzzle
#
# Then open http://127.0.0.1:7315/. To publish the port on more than this machine lets everyone there use
# its processors and memory.

FROM rust:1-slim-trixie AS build
WORKDIR /source
COPY . .
RUN cargo build --locked --profile dist --package npuzzle-cli

FROM debian:trixie-slim
RUN useradd --system --no-create-home --shell /usr/sbin/nologin npuzzle
COPY --from=build /source/target/dist/npuzzle /usr/local/bin/npuzzle
COPY LICENSE-APACHE LICENSE-MIT /usr/share/doc/npuzzle/
USER npuzzle
EXPOSE 7315
# Bash speaks TCP, so the image needs no client.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/7315 && printf 'GET /api/health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["npuzzle"]
CMD ["serve", "--address", "0.0.0.0", "--port", "7315"]
