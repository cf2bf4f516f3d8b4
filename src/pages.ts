import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with {
  type: 'file',
}
import { pickCoding } from './http/api/coding.ts'
import { matchesTag, packedTag } from './http/api/entity-tag.ts'
import { gzipElsewhere } from './http/api/gzip.ts'
import { BARE_HEADERS } from './http/api/transport.ts'
import type { PageFile } from './http/guests/page-shape.ts'
import { fontParts } from './panel/font.ts' with { type: 'macro' }
import { textPaths, texts } from './panel/words/texts.ts' with { type: 'macro' }

/** The files that `cli/build.ts` puts into the binary for a page: itself, its script and its styles. */
type BuiltPage = { built: { path: string; name: string; type: string; isPage: boolean }[] }

/** Pages that the server answers before any route, by path: from source Bun HTML imports. */
export type Pages = Record<string, Bun.HTMLBundle | BuiltPage>

/** The handlers of one path, as `Bun.serve` takes them. */
type PageRoute = { GET: Bun.HTMLBundle } | { GET: Handler; HEAD: Handler }
/** The media type of a file, and for a page the `link` header that goes with it. */
type FileInfo = { type: string; page?: { link: string } }
type FileSource = { bytes: () => Promise<Uint8Array<ArrayBuffer>> }
type Handler = (request: Request) => Promise<Response>

const META_POLICY = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/
const JSON_TYPE = 'application/json;charset=utf-8'
const FONT_TYPE = 'font/woff2'
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Returns the routes of the pages. From source, Bun bundles and answers them itself. In the binary this module answers
 * the files of each page; their names contain a hash of their content.
 *
 * @param files other files that pages load, outside the bundles
 */
export function pageRoutes(
  pages: Pages,
  files: readonly PageFile[] = [],
): Record<string, PageRoute> {
  const routes: Record<string, PageRoute> = {}
  for (const [path, page] of Object.entries(pages)) {
    if (!('built' in page)) {
      // Given by method: otherwise Elysia's own route of the same path would win.
      routes[path] = { GET: page }
      continue
    }
    const link = path === '/swagger' ? '' : FONT_LINK
    for (const { isPage, name, type, path: place } of page.built) {
      const answer = fileAnswer(() => Bun.file(place), { type, ...(isPage && { page: { link } }) })
      routes[isPage ? path : `/${name}`] = { GET: answer, HEAD: answer }
    }
  }
  for (const { path, type, text } of files) {
    const answer = fileAnswer(() => new Blob([text]), { type })
    routes[path] = { GET: answer, HEAD: answer }
  }
  if (pages['/panel']) Object.assign(routes, textRoutes())
  if (pages['/panel'] || files.length > 0) Object.assign(routes, fontRoutes())
  return routes
}

/** Returns the routes of the panel's texts, one file for each language. */
function textRoutes(): Record<string, PageRoute> {
  const [paths, byLanguage] = [textPaths(), texts()]
  return Object.fromEntries(
    (['en', 'tr'] as const).map((language) => {
      const answer = fileAnswer(() => new Blob([byLanguage[language]]), { type: JSON_TYPE })
      return [paths[language], { GET: answer, HEAD: answer }]
    }),
  )
}

const FONT_PARTS = fontParts()
/** The `link` header that preloads the Latin font, which every page needs before its script runs. */
const FONT_LINK = `<${FONT_PARTS[0]!.path}>; rel=preload; as=font; type="${FONT_TYPE}"; crossorigin`

/** Returns the routes of the panel's font, one for each part. */
function fontRoutes(): Record<string, PageRoute> {
  const files = [latin, latinExt]
  return Object.fromEntries(
    FONT_PARTS.map(({ path }, at) => {
      const answer = fileAnswer(() => Bun.file(files[at]!), { type: FONT_TYPE })
      return [path, { GET: answer, HEAD: answer }]
    }),
  )
}

/** Returns a handler that answers a file; the first request reads and compresses it. */
function fileAnswer(open: () => FileSource, about: FileInfo): Handler {
  let made: Promise<ServedFile> | undefined
  return async ({ headers }) => {
    made ??= makeFile(open(), about)
    const { plain, packed, headers: always } = await made
    const isPacked = packed && pickCoding(headers.get('accept-encoding') ?? '', ['gzip'])
    const etag = isPacked ? packedTag(always.tag, 'gzip') : always.tag
    const given = { ...always.fields, etag, 'x-request-id': crypto.randomUUID() }
    if (matchesTag(headers.get('if-none-match'), always.tag))
      return new Response(null, { status: 304, headers: given })
    return new Response(isPacked ? packed : plain, {
      headers: { ...given, ...(isPacked && { 'content-encoding': 'gzip' }) },
    })
  }
}

type ServedFile = {
  plain: Uint8Array<ArrayBuffer>
  /** Gzip; undefined for a format that is compressed already. */
  packed: Uint8Array<ArrayBuffer> | undefined
  headers: { tag: string; fields: Record<string, string> }
}

async function makeFile(file: FileSource, { type, page }: FileInfo): Promise<ServedFile> {
  const plain = await file.bytes()
  const fields = {
    'content-type': type,
    'cache-control': page ? 'no-cache' : FOR_EVER,
    vary: 'accept-encoding',
    ...BARE_HEADERS,
    ...(page && pageHeaders(new TextDecoder().decode(plain))),
    ...(page?.link && { link: page.link }),
  }
  const tag = `"${Bun.hash(plain).toString(36)}"`
  // In another thread: the largest file would block the event loop for tens of milliseconds.
  const packed = type === FONT_TYPE ? undefined : new Uint8Array(await gzipElsewhere(plain, 9))
  return { plain, packed, headers: { tag, fields } }
}

/** Returns the page's own policy as a header too, because only a header can forbid framing. */
function pageHeaders(html: string): Record<string, string> {
  const policy = html.match(META_POLICY)?.[1]
  return {
    'content-security-policy': [...(policy ? [policy] : []), "frame-ancestors 'none'"].join('; '),
  }
}
