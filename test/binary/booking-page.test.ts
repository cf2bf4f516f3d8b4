import { expect, setDefaultTimeout, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { SOURCE, startProcess, until } from '../support/process.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

/** What the script and the style sheet have at most, compressed: a telephone waits for the second. */
const KIB_MAX = { js: 3, css: 5 }

const binary = shelvedBinary()

test.each([
  ['source', () => SOURCE],
  ['the binary', () => binary],
])(
  'from %s, in an empty folder, the page of guests is there with its script, style and font, small and kept for ever',
  async (_, program) => {
    using folder = temporaryFolder()
    await using served = await startProcess(['serve'], { folder: folder.path, program: program() })
    const { url } = served
    const page = await fetch(`${url}/booking`, { headers: { 'accept-language': 'tr' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toEndWith("frame-ancestors 'none'")
    const html = await page.text()
    expect(html).toStartWith('<!doctype html><html lang="tr">')
    const assets = [...html.matchAll(/"(\/booking-\w+\.(js|css))"/g)]
    expect(assets.map(([, , kind]) => kind)).toEqual(['css', 'js'])
    for (const [, path = '', kind] of assets) {
      const answer = await fetch(url + path, { headers: { 'accept-encoding': 'gzip' } })
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('content-encoding'), path).toBe('gzip')
      expect(answer.headers.get('cache-control'), path).toContain('immutable')
      const text = await answer.text()
      const packed = Bun.gzipSync(text, { level: 9 }).byteLength
      expect(packed, path).toBeLessThanOrEqual(KIB_MAX[kind as 'js' | 'css'] * 1_024)
      for (const [, font] of text.matchAll(/url\((\/inter-[\w-]+\.woff2)\)/g))
        expect((await fetch(url + font)).headers.get('content-type'), font).toBe('font/woff2')
    }
    const posted = await fetch(`${url}/booking`, {
      method: 'POST',
      body: new URLSearchParams({ act: 'open', code: 'AAAAAAAAAA', token: 'wrong' }),
    })
    expect(posted.status).toBe(404)
    expect(await posted.text()).toContain('We find no booking with these.')
    const other = await fetch(`${url}/booking`, { method: 'DELETE' })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  },
)

test.each([
  ['source', () => SOURCE],
  ['the binary', () => binary],
])('from %s, in an empty folder, a thread writes the pages that sell', async (_, program) => {
  using folder = temporaryFolder()
  const env = { PUBLIC_PAGES: '1', LOG_LEVEL: 'debug' }
  await using served = await startProcess(['serve'], {
    ...{ folder: folder.path, program: program(), env },
  })
  const open = (lang: string) => fetch(`${served.url}/stay?lang=${lang}`)
  expect((await open('en')).status).toBe(200)
  await until('the thread has started', () => served.stderr().includes('"page_thread_ready"'))
  const page = await open('tr')
  expect(page.status).toBe(200)
  expect(await page.text()).toStartWith('<!doctype html><html lang="tr">')
  const { stderr } = await served.stop()
  expect(stderr).not.toContain('page_thread_failed')
})
