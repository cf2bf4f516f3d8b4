import { expect, test } from 'bun:test'
import { PAGE_NAMES } from '../../src/docs/sources.ts'
import { guideBlocks, guideText } from '../support/guide.ts'
import { startService } from '../support/service.ts'

/** How blocks of the guide are run, and by which test; what is marked as output is what a block prints, or a drawing. */
const RUN_BY: Record<string, string> = {
  ack: 'http/docs.test.ts',
  demo: 'docs/guide-demo.test.ts',
  output: '',
  portal: 'http/site-example.test.ts',
  postgres: 'http/docs.test.ts',
  receiver: 'http/webhooks-receivers.test.ts',
  run: 'http/docs.test.ts',
  sandbox: 'docs/guide-demo.test.ts',
  vendor: 'docs/guide-demo.test.ts',
}

test('the guide has its pages at /docs, each with the whole menu, a policy without scripts and an entity tag (issue 32)', async () => {
  await using service = await startService()
  for (const path of ['/docs', ...PAGE_NAMES.map((name) => `/docs/${name}`)]) {
    const answer = await service.call('GET', path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8')
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toStartWith("default-src 'none'; style-src 'self'")
    expect(policy).toEndWith("frame-ancestors 'none'")
    expect(policy).not.toContain('script')
    expect(answer.text).not.toContain('<script')
    for (const name of PAGE_NAMES) expect(answer.text).toContain(`href="/docs/${name}"`)
    const etag = answer.headers.get('etag')!
    const again = await service.call('GET', path, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await service.call('HEAD', path)
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  }
  const style = (await service.call('GET', '/docs')).text.match(/href="(\/docs\/style-\w+\.css)"/)!
  const sheet = await service.call('GET', style[1]!)
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  expect(sheet.text).toContain('--accent: light-dark(')
  const packed = await service.call('GET', '/docs/senders', {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
})

test('a page that the guide has not is 404 as a page, and every link of the guide leads somewhere (issue 32)', async () => {
  await using service = await startService()
  const missing = await service.call('GET', '/docs/nothing')
  expect([missing.status, missing.headers.get('content-type')]).toEqual([
    404,
    'text/html;charset=utf-8',
  ])
  expect(await service.call('POST', '/docs/senders')).toBeProblem(405, 'method_not_allowed')

  const { body: document } = await service.call('GET', '/openapi.json')
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object))
  const known = operations.map(({ tags, operationId }) => `/swagger#/${tags[0]}/${operationId}`)
  const pages = new Map<string, string>()
  for (const name of PAGE_NAMES)
    pages.set(`/docs/${name}`, (await service.call('GET', `/docs/${name}`)).text)
  const links = [...pages.values()].flatMap((html) =>
    [...html.matchAll(/href="(#[^"]*|\/(?:docs|swagger#)[^"]*)"/g)].map(([, link]) => link!),
  )
  const broken = links.filter((link) => {
    if (link.startsWith('/swagger')) return !known.includes(decodeURIComponent(link))
    if (link.startsWith('#')) return link !== '#menu'
    const [path, anchor] = link.split('#')
    if (path === '/docs' || path!.endsWith('.css') || path!.startsWith('/docs/changelog'))
      return false
    const html = pages.get(path!)
    return !html || (anchor !== undefined && !html.includes(`id="${anchor}"`))
  })
  expect([...new Set(broken)]).toEqual([])
  expect(links.filter((link) => link.startsWith('/swagger#')).length).toBeGreaterThan(10)
})

test('the search finds sections by their words without a script, and shows what was typed as text (issue 32)', async () => {
  await using service = await startService()
  const found = await service.call('GET', '/docs/search?q=seenThrough+feed')
  expect(found.status).toBe(200)
  expect(found.text).toContain('href="/docs/senders#')
  const none = await service.call('GET', '/docs/search?q=%3Cb%3E%22')
  expect(none.text).not.toContain('<b>')
  expect(none.text).toContain('value="&#60;b&#62;&#34;"')
  expect(none.text).toContain('No section has all of these words')
})

test('llms-full.txt is the whole guide, its links with the service’s own address (issue 32)', async () => {
  await using service = await startService({ publicUrl: 'https://hotels.example.net' })
  const { text } = await service.call('GET', '/llms-full.txt')
  expect(text.replaceAll('](https://hotels.example.net/', '](/')).toBe(await guideText())
  const { text: raw } = await service.call('GET', '/docs/senders.md')
  expect(raw).toStartWith('# Senders\n')
})

test('every fenced block of the guide names how it is run, or is marked as output (issue 32)', async () => {
  const blocks = guideBlocks()
  expect(blocks.length).toBeGreaterThan(10)
  const unnamed = blocks.filter(({ how }) => RUN_BY[how] === undefined)
  expect(unnamed).toEqual([])
  // Nor is one hidden from that by being indented, or fenced in another way.
  const others = (await guideText()).replaceAll(/^```[\s\S]*?^```$/gm, '')
  expect(others).not.toMatch(/\n\n {4,}\S|^~~~|```/m)
})

test('what the guide starts are scripts, commands and variables that there are (issue 32)', async () => {
  const { default: pkg } = await import('../../package.json')
  const main = await Bun.file(`${import.meta.dir}/../../src/main.ts`).text()
  const told = guideBlocks().filter(({ how }) => how === 'run' || how === 'postgres')
  const text = told.map(({ text }) => text).join('\n')
  const scripts = [...text.matchAll(/bun@1\.4\.5 run ([\w-]+)/g)].map(([, name]) => name!)
  expect(scripts.filter((name) => !Object.hasOwn(pkg.scripts, name))).toEqual([])
  const commands = [...text.matchAll(/\broomwire ([a-z-]+)/g)].map(([, name]) => name!)
  expect(commands.filter((name) => !main.includes(`\n  ${name} `))).toEqual([])
  const variables = [...text.matchAll(/\b([A-Z_]{4,})=/g)].map(([, name]) => name!)
  expect(variables.filter((name) => !main.includes(name))).toEqual([])
  expect([scripts.length, commands.length, variables.length].every((count) => count > 1)).toBe(true)
  for (const { text } of told) expect(Bun.spawnSync(['bash', '-n', '-c', text]).exitCode).toBe(0)
})

test('the acknowledgements that the guide shows are a body that the service takes (issue 32)', async () => {
  await using service = await startService()
  const { text } = guideBlocks().find(({ how }) => how === 'ack')!
  const answer = await service.alfa.call('POST', '/bookings/ack', { body: JSON.parse(text) })
  expect(answer.status).toBe(207)
  // There are no bookings of these codes; nothing else is wrong with them.
  expect(answer.body.results.map(({ result }: { result: string }) => result)).toEqual(
    JSON.parse(text).acks.map(() => 'refused'),
  )
})

test('the change log is a page and a feed of its versions, and the program is the newest of them (issue 32)', async () => {
  await using service = await startService({ publicUrl: 'https://hotels.example.net' })
  const source = await Bun.file(`${import.meta.dir}/../../CHANGELOG.md`).text()
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
  const versions = [...source.matchAll(/^## (\S+), /gm)].map(([, version]) => version!)
  const { default: pkg } = await import('../../package.json')
  expect(versions[0]).toBe(pkg.version)
  const page = await service.call('GET', '/docs/changelog')
  expect(page.status).toBe(200)
  for (const version of versions)
    expect(page.text).toContain(`<h2 id="${version.replaceAll('.', '-')}-`)
  const feed = await service.call('GET', '/docs/changelog.atom')
  expect(feed.headers.get('content-type')).toBe('application/atom+xml;charset=utf-8')
  const ids = [...feed.text.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id)
  const address = 'https://hotels.example.net/docs/changelog'
  expect(ids).toEqual([`${address}.atom`, ...versions.map((version) => `${address}#${version}`)])
  expect([...feed.text.matchAll(/<updated>\d{4}-\d\d-\d\dT00:00:00Z</g)]).toHaveLength(ids.length)
  // Markup of an entry is text to the feed's reader.
  expect(feed.text).toContain('&#60;li&#62;')
})
