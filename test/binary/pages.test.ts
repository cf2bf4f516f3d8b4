import { expect, setDefaultTimeout, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type ServiceProcess, SOURCE, startProcess } from '../support/process.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const PAGES = ['/panel', '/acenta', '/admin', '/swagger']
/** The bound of a page's scripts, compressed: the panel's was issue 18's, with what issues 30, 33, 34, 36 and 37 add to it. */
const SCRIPTS_KIB_MAX = { '/panel': 143, '/admin': 56, '/acenta': 110 }

const binary = shelvedBinary()

/** A served program in an empty folder. */
async function serve(program: string[]) {
  const folder = temporaryFolder()
  const served = await startProcess(['serve'], { folder: folder.path, program })
  return {
    ...served,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const gzipped = { 'accept-encoding': 'gzip' }
const assetsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)

/** Every script a page comes to load, also when it is asked for later. */
async function scriptsOf({ url }: ServiceProcess, path: string): Promise<Set<string>> {
  const seen = new Set<string>()
  const queue = assetsOf(await (await fetch(url + path)).text()).filter((at) => at.endsWith('.js'))
  for (let at = queue.pop(); at; at = queue.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const code = await (await fetch(url + at)).text()
    for (const [, name] of code.matchAll(/["'`]\.?(\/chunk-\w+\.js)["'`]/g)) queue.push(name!)
  }
  return seen
}

test.each([
  ['source', () => SOURCE],
  ['the binary', () => binary],
])(
  'from %s every page starts as HTML and its scripts and styles are there (issue 5)',
  async (_, program) => {
    await using served = await serve(program())
    for (const path of PAGES) {
      const answer = await fetch(served.url + path)
      const html = await answer.text()
      expect(html, path).toStartWith('<!doctype html>')
      expect(answer.headers.get('content-type'), path).toStartWith('text/html')
      const assets = assetsOf(html)
      expect(assets.length, path).toBeGreaterThanOrEqual(2)
      for (const asset of assets) expect((await fetch(served.url + asset)).status, asset).toBe(200)
      for (const at of [path, ...assets]) {
        const [get, head] = await Promise.all(
          ['GET', 'HEAD'].map((method) => fetch(served.url + at, { method, headers: gzipped })),
        )
        for (const field of ['content-length', 'content-encoding', 'etag'])
          expect([at, field, head!.headers.get(field)]).toEqual([
            at,
            field,
            get!.headers.get(field),
          ])
      }
    }
  },
)

test.each([
  ['source', () => SOURCE],
  ['the binary', () => binary],
])(
  'from %s the texts of each language are data of their own, kept for ever (issue 5)',
  async (_, program) => {
    await using served = await serve(program())
    const scripts = [...(await scriptsOf(served, '/panel'))]
    const codes = await Promise.all(
      scripts.map(async (at) => (await fetch(served.url + at)).text()),
    )
    const paths = codes.join().match(/\/words-(en|tr)-\w+\.json/g)!
    expect(paths.map((path) => path.slice(7, 9)).toSorted()).toEqual(['en', 'tr'])
    for (const path of paths) {
      const answer = await fetch(served.url + path)
      expect(answer.headers.get('cache-control'), path).toContain('immutable')
      const { words } = (await answer.json()) as { words: Record<string, unknown> }
      expect(Object.keys(words).length, path).toBeGreaterThan(100)
    }
  },
)

test('the binary’s pages carry their policy as a header, and may be framed by nobody (issue 5)', async () => {
  await using served = await serve(binary)
  for (const path of PAGES) {
    const answer = await fetch(served.url + path)
    const policy = answer.headers.get('content-security-policy')
    expect(policy, path).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy, path).toEndWith("frame-ancestors 'none'")
    expect(await answer.text()).toContain(policy!.replace("; frame-ancestors 'none'", ''))
    expect(answer.headers.get('cache-control'), path).toBe('no-cache')
    expect(answer.headers.get('referrer-policy'), path).toBe('no-referrer')
    expect(answer.headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/)
  }
  const panel = (await fetch(`${served.url}/panel`)).headers.get('content-security-policy')
  expect(panel).not.toContain('unsafe')
})

test('the binary’s assets are named by their content, compressed and kept for ever (issue 5)', async () => {
  await using served = await serve(binary)
  const assets = new Set<string>()
  for (const path of PAGES)
    for (const asset of assetsOf(await (await fetch(served.url + path)).text())) assets.add(asset)
  for (const asset of assets) {
    expect(asset).toMatch(/^\/chunk-[0-9a-z]{8}\.(js|css)$/)
    const answer = await fetch(served.url + asset, { headers: gzipped })
    expect(answer.headers.get('content-encoding'), asset).toBe('gzip')
    expect(answer.headers.get('vary'), asset).toBe('accept-encoding')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-security-policy'), asset).toEndWith("frame-ancestors 'none'")
    const etag = answer.headers.get('etag')!
    expect(etag).toMatch(/^"[0-9a-z]+-gzip"$/)
    const again = await fetch(served.url + asset, {
      headers: { ...gzipped, 'if-none-match': etag },
    })
    expect(again.status, asset).toBe(304)
    for (const { headers } of [answer, again])
      expect(headers.get('x-request-id'), asset).toMatch(/^[0-9a-f-]{36}$/)
    const head = await fetch(served.url + asset, { method: 'HEAD', headers: gzipped })
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
    const plain = await fetch(served.url + asset, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const unliked = await fetch(served.url + asset, { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(unliked.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(await answer.text())
  }
})

test('each of the binary’s pages loads one script (issue 18)', async () => {
  await using served = await serve(binary)
  const scripts = await Promise.all(PAGES.map((path) => scriptsOf(served, path)))
  expect(scripts.map(({ size }) => size)).toEqual(PAGES.map(() => 1))
})

test.each([
  ['source', () => SOURCE],
  ['the binary', () => binary],
])(
  'from %s the font of the pages is the service’s own, kept for ever under a name that holds its content (issue 18)',
  async (_, program) => {
    await using served = await serve(program())
    const scripts = [...(await scriptsOf(served, '/panel'))]
    const codes = await Promise.all(
      scripts.map(async (at) => (await fetch(served.url + at)).text()),
    )
    const paths = [...new Set(codes.join().match(/\/inter-[a-z-]+-\w+\.woff2/g)!)]
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      const answer = await fetch(served.url + path, { headers: gzipped })
      expect(answer.headers.get('content-type'), path).toBe('font/woff2')
      expect(answer.headers.get('cache-control'), path).toContain('max-age=31536000, immutable')
      expect(answer.headers.get('content-encoding'), path).toBeNull()
      const bytes = await answer.bytes()
      expect(new TextDecoder().decode(bytes.subarray(0, 4)), path).toBe('wOF2')
      expect(path).toEndWith(`-${Bun.hash(bytes).toString(36)}.woff2`)
    }
    if (program() === SOURCE) return
    for (const page of ['/panel', '/admin', '/acenta'])
      expect((await fetch(served.url + page)).headers.get('link'), page).toMatch(
        /<\/inter-latin-\w+\.woff2>; rel=preload; as=font; type="font\/woff2"; crossorigin/,
      )
  },
)

test('a page that did not change is not sent again, and another method is none of its (contract §6)', async () => {
  await using served = await serve(binary)
  const etag = (await fetch(`${served.url}/panel`)).headers.get('etag')!
  const again = await fetch(`${served.url}/panel`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  const posted = await served.call('POST', '/panel')
  expect(posted).toBeProblem(405, 'method_not_allowed')
  expect(posted.headers.get('allow')).toBe('GET, HEAD')
})

test.each(Object.entries(SCRIPTS_KIB_MAX))(
  'all scripts that %s comes to load are at most %i KiB compressed (issue 5, issue 18)',
  async (path, most) => {
    await using served = await serve(binary)
    const scripts = await scriptsOf(served, path)
    let bytes = 0
    for (const script of scripts) {
      const code = await (await fetch(served.url + script)).bytes()
      bytes += Bun.gzipSync(code, { level: 9 }).byteLength
    }
    process.stdout.write(`${path}: ${bytes} bytes compressed\n`)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(most * 1_024)
  },
)
