// Gzip (RFC 1952) in another thread.

/** A start does without `node:zlib`: loading it takes a sixtieth of its processor time. */
async function load() {
  const [{ gunzip, gzip }, { promisify }] = await Promise.all([
    import('node:zlib'),
    import('node:util'),
  ])
  return { gunzip: promisify(gunzip), gzip: promisify(gzip) }
}
let loaded: ReturnType<typeof load> | undefined
const zlib = () => {
  loaded ??= load()
  return loaded
}

/** Compresses bytes. @param level 1, the fastest, to 9 */
export const gzipElsewhere = async (bytes: Uint8Array, level: number) =>
  await (await zlib()).gzip(bytes, { level })

/** Decompresses bytes. @throws Error `ERR_BUFFER_TOO_LARGE` for more than `bytesMax`; another for what is no gzip */
export const gunzipElsewhere = async (bytes: Uint8Array, bytesMax: number) =>
  await (await zlib()).gunzip(bytes, { maxOutputLength: bytesMax })
