# The two commands of README.md in a container. This file has not been tested.
#
#   docker build -t allways .
#   docker run --rm -v "$PWD":/work -w /work allways check program.c
FROM debian:bookworm
RUN apt-get update && \
    apt-get install -y --no-install-recommends ca-certificates curl git make && \
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal -c rustfmt -c clippy
ENV PATH=/root/.cargo/bin:$PATH
COPY . /opt/allways
WORKDIR /opt/allways
RUN ./allways check examples/peterson.c
# RUN make test
ENTRYPOINT ["/opt/allways/allways"]
