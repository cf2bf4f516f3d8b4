import { expect, test } from 'bun:test'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { pageRoutes } from '../../src/pages.ts'
import { sell } from '../support/bookings.ts'
import { bookedLink, pagesOf } from '../support/guest-page.ts'
import { startService } from '../support/service.ts'

// What Lighthouse measures of the pages for guests, as far as their text and files show it.

const SCRIPT_BYTES_MAX = 50 * 1024
const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const ROUTES = pageRoutes({}, guestPages.files)

/** Asks for a file as a browser does. */
async function fetchFile(path: string) {
  const { GET } = ROUTES[path] as { GET: (request: Request) => Promise<Response> }
  const headers = { 'accept-encoding': 'gzip' }
  const { headers: given, ...answer } = await GET(
    new Request(`http://localhost${path}`, { headers }),
  ).then(async (each) => ({ headers: each.headers, bytes: (await each.arrayBuffer()).byteLength }))
  return { ...answer, given }
}

const tagsOf = (html: string, name: string) =>
  html.match(new RegExp(`<${name}[ >][^>]*`, 'g')) ?? []
const attributeOf = (tag: string, name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1]

test('every page loads one style sheet and less than 50 KiB of scripts, each kept for ever', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  const open = pagesOf(service)
  const { proof: _, ...link } = await bookedLink(service)
  for (const page of [
    await open('/stay'),
    await open(`/stay?${DATES}`),
    await open('/stay/alfa'),
    await open(`/stay/alfa?${DATES}`),
    await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`),
    await open('/my'),
    await open('/my', link),
    await open('/stay/nowhere'),
  ]) {
    const { path, html } = page
    const styles = tagsOf(html, 'link').filter((tag) => attributeOf(tag, 'rel') === 'stylesheet')
    expect([path, styles.length]).toEqual([path, 1])
    const scripts = tagsOf(html, 'script').filter((tag) => attributeOf(tag, 'src'))
    // A module waits for the page, so that it holds no paint back.
    for (const tag of scripts) expect([path, attributeOf(tag, 'type')]).toEqual([path, 'module'])
    let bytes = 0
    for (const address of [
      ...styles.map((tag) => attributeOf(tag, 'href')!),
      ...scripts.map((tag) => attributeOf(tag, 'src')!),
    ]) {
      const file = await fetchFile(address)
      expect([address, file.given.get('cache-control')]).toEqual([
        address,
        'public, max-age=31536000, immutable',
      ])
      expect(file.given.get('content-encoding')).toBe('gzip')
      if (address.endsWith('.js')) bytes += file.bytes
    }
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(SCRIPT_BYTES_MAX)
    for (const tag of tagsOf(html, 'img'))
      for (const name of ['width', 'height', 'alt'])
        expect([tag, name, tag.includes(` ${name}`)]).toEqual([tag, name, true])
    expect(html).toMatch(/<html lang="(en|tr)">/)
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"')
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    // The first thing that the tabulator reaches leads past the head of the page.
    expect(html).toMatch(/<body><a class="skip" href="#content">[^<]+<\/a><header/)
    expect(html.match(/ id="content"/g)).toHaveLength(1)
    expect(html).toMatch(/<title>[^<]{5,}<\/title>/)
  }
})

test('search engines are told title, description, canonical address and both languages, of open pages alone', async () => {
  await using service = await startService({ publicPages: true, publicUrl: 'https://stay.example' })
  await sell(service)
  const open = pagesOf(service)
  for (const path of ['/stay', '/stay/alfa'])
    for (const lang of ['en', 'tr']) {
      const { html } = await open(`${path}?lang=${lang}`)
      const heads = [...tagsOf(html, 'meta'), ...tagsOf(html, 'link')]
      const description = heads.find((tag) => attributeOf(tag, 'name') === 'description')
      expect((attributeOf(description ?? '', 'content') ?? '').length).toBeGreaterThan(10)
      const links = heads.flatMap((tag) =>
        /canonical|alternate/.test(attributeOf(tag, 'rel') ?? '')
          ? [[attributeOf(tag, 'hreflang') ?? 'canonical', attributeOf(tag, 'href')]]
          : [],
      )
      const at = `https://stay.example${path}`
      expect(Object.fromEntries(links)).toEqual({
        canonical: `${at}?lang=${lang}`,
        en: `${at}?lang=en`,
        tr: `${at}?lang=tr`,
        'x-default': at,
      })
      expect(html).not.toContain('noindex')
    }
  for (const path of [`/stay?${DATES}`, `/stay/alfa/book?${DATES}&pick=DBL~STD~`, '/my'])
    expect((await open(path)).html).toContain('content="noindex"')
})
