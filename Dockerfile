# The bot alone, without a shell or a package manager: what it needs is copied into an empty image.
# For the same base each time: --build-arg BASE=docker.io/library/debian@sha256:… of trixie-slim.
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BASE} AS build
RUN apt-get update -q && apt-get install -y -q --no-install-recommends ca-certificates python3-venv
WORKDIR /source
COPY . .
RUN python3 -m venv /opt/quintet \
    && /opt/quintet/bin/pip install --no-cache-dir --require-hashes -r requirements.lock \
    && /opt/quintet/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/quintet/bin/pip check \
    && /opt/quintet/bin/pip uninstall -y setuptools pip \
    && find /opt/quintet -type d -name tests -prune -exec rm -r {} +
# Python, and the libraries that it and its packages load
RUN mkdir -p /image/data /image/backups /image/tmp /image/opt \
    && chown 1000:1000 /image/data /image/backups && chmod 700 /image/backups && chmod 1777 /image/tmp \
    && ln -s usr/lib usr/lib64 usr/bin /image/ \
    && dpkg -L python3-minimal python3.13-minimal libpython3.13-minimal libpython3.13-stdlib \
        libc6 libgcc-s1 libstdc++6 libbz2-1.0 libexpat1 libffi8 liblzma5 libsqlite3-0 \
        libssl3t64 libuuid1 libzstd1 zlib1g media-types \
        | grep -v '^/usr/share' | sed 's#^/lib#/usr/lib#' | sort -u \
        | while read -r path; do [ -d "$path" ] && [ ! -L "$path" ] || echo "$path"; done \
        | tar --create --no-recursion --files-from - | tar --extract --directory /image \
    && mkdir -p /image/etc/ssl && cp -aL /etc/ssl/certs /image/etc/ssl \
    && cp -a /opt/quintet /image/opt \
    && echo 'quintet:x:1000:1000::/data:/sbin/nologin' > /image/etc/passwd

FROM scratch
ARG VERSION=2.0.0 REVISION= SOURCE=
LABEL org.opencontainers.image.title=Quintet \
    org.opencontainers.image.description="A Discord bot for five modern abstract board games" \
    org.opencontainers.image.licenses=MIT \
    org.opencontainers.image.version=${VERSION} \
    org.opencontainers.image.revision=${REVISION} \
    org.opencontainers.image.source=${SOURCE}
COPY --from=build /image /
USER 1000:1000
# what the bot writes goes below its working directory, into var/
WORKDIR /data
VOLUME /data
ENV PATH=/opt/quintet/bin:/usr/bin METRICS_HOST=0.0.0.0 METRICS_PORT=8080
# whether the process hangs: nothing else is mended by a restart
HEALTHCHECK --start-period=60s --interval=30s CMD ["python3", "-c", "from os import environ; \
    from http.client import HTTPConnection; \
    bot = HTTPConnection(environ['METRICS_HOST'], environ['METRICS_PORT'], timeout=5); \
    bot.request('GET', '/live'); \
    assert bot.getresponse().status == 200"]
ENTRYPOINT ["quintet"]
CMD ["run"]
