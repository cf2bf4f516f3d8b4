import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { failedResponse } from '../../src/http/api/problem.ts'
import { createLog } from '../../src/log.ts'
import { sell } from '../support/bookings.ts'
import { pagesOf } from '../support/guest-page.ts'
import { type Settings, startService } from '../support/service.ts'

// Unknown and failing pages for people (issue 36): with a way on, in their language; programs get the problem.

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

async function startAsking(more: Settings = {}) {
  const service = await startService({ publicPages: true, ...more })
  await sell(service)
  const app = createApp(service.context, {}, guestPages)
  const ask = async (path: string, accept = BROWSER, more: Record<string, string> = {}) => {
    const headers = { accept, ...more }
    const answer = await app.handle(new Request(`http://localhost${path}`, { headers }))
    const type = answer.headers.get('content-type') ?? ''
    return { status: answer.status, headers: answer.headers, type, text: await answer.text() }
  }
  return { service, ask, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test.each([
  '/stay/x/y',
  '/stay/unknown',
  '/stay/alfa/rooms',
  '/stay/unknown/book?key=x',
  '/hotels',
])(
  'a person at %s is led to the search, in Turkish or English; a program gets the problem',
  async (path) => {
    await using scene = await startAsking()
    const { ask } = scene
    for (const [lang, title, way] of [
      ['en', /Page not found|There is no such page/, />(Find your stay|Find another stay)</],
      ['tr', /Böyle bir sayfa yok/, />(Konaklamanızı bulun|Başka bir konaklama bul)</],
    ] as const) {
      const sep = path.includes('?') ? '&' : '?'
      const key = `${sep}key=01a219ca-0d6e-7023-99d0-6faa578a863f`
      const address = path.includes('/book')
        ? path.replace('?key=x', `?lang=${lang}&${key.slice(1)}`)
        : path
      const answer = await ask(address, BROWSER, { 'accept-language': lang })
      expect([path, answer.status, answer.type]).toEqual([path, 404, 'text/html;charset=utf-8'])
      expect(answer.text).toMatch(title)
      expect(answer.text).toMatch(way)
      expect(answer.text).toMatch(/href="\/stay(\?[^"]*)?"/)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const json = path.includes('/book') ? '/stay/unknown' : path
    const program = await ask(json, 'application/json')
    expect([program.status, program.type]).toEqual([404, 'application/problem+json'])
    expect(JSON.parse(program.text).code).toBe('not_found')
  },
)

test('an address below /v1 or /problems is answered with a problem, whoever asks', async () => {
  await using scene = await startAsking()
  for (const path of ['/v1/', '/v1/nothing', '/v1/hotels/nowhere', '/problems/none']) {
    const { type } = await scene.ask(path)
    expect([path, type]).toEqual([path, 'application/problem+json'])
  }
})

test.each(['/stay', '/stay/alfa', '/stay/alfa/rooms', '/docs/search?q=x', '/my'])(
  'a person who asked too much at %s is told for how many seconds, and goes on; a program gets the problem',
  async (path) => {
    await using scene = await startAsking({ publicRatePerMinute: 1 })
    const { ask, service } = scene
    await ask('/stay')
    const { status, headers, text, type } = await ask(path)
    const wait = headers.get('retry-after')
    expect([status, type]).toEqual([429, 'text/html;charset=utf-8'])
    expect(text).toContain(`wait ${wait} seconds`)
    const turkish = await ask(`${path}${path.includes('?') ? '&' : '?'}lang=tr`)
    expect(turkish.text).toContain(`${wait} saniye bekle`)
    if (path !== '/my') expect(text).toMatch(/<a [^>]*href="(\?[^"]*)?"[^>]*>Try again</)
    const program = await ask(path, 'application/json')
    expect([program.status, program.type]).toEqual([429, 'application/problem+json'])
    expect(program.headers.get('retry-after')).toBe(wait)
    service.clock.advance(Number(wait) * 1_000)
    expect((await ask('/stay')).status).toBe(200)
  },
)

test('a page that cannot be made for want of the database says so, and may be asked for again', async () => {
  const log = createLog('error', () => {})
  await using scene = await startAsking({ log })
  const { ask, service } = scene
  await service.closeStore()
  const { status, type, text } = await ask('/stay/alfa?month=2027-04')
  // PostgreSQL says that it is away.
  expect([500, 503]).toContain(status)
  expect(type).toBe('text/html;charset=utf-8')
  expect(text).toMatch(/<a [^>]*href="\?month=2027-04"[^>]*>Try again</)
  const program = await ask('/stay/alfa', 'application/json')
  expect([program.status, program.type]).toEqual([status, 'application/problem+json'])
})

test('after the database has failed people are shown a page that opens by itself, programs a problem', async () => {
  const request = (accept: string, path = '/stay') =>
    new Request(`http://localhost${path}`, { headers: { accept, 'accept-language': 'tr' } })
  const page = failedResponse(request(BROWSER))
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  const html = await page.text()
  expect(html).toContain('<h1>Birazdan buradayız</h1>')
  expect(html).toContain('http-equiv="refresh" content="5"')
  for (const [accept, path] of [
    ['application/json', '/stay'],
    [BROWSER, '/v1/health'],
  ] as const) {
    const program = failedResponse(request(accept, path))
    expect(program.headers.get('content-type')).toBe('application/problem+json')
    expect(program.status).toBe(503)
  }
})

test('nothing of an address is markup on its page', async () => {
  await using scene = await startAsking()
  const odd = encodeURIComponent('"><b>x</b>')
  const open = pagesOf(scene.service)
  for (const path of [`/${odd}`, `/stay/${odd}`, `/stay/alfa/${odd}?q=${odd}&lang=${odd}`]) {
    const { status, text } = await scene.ask(path)
    expect([path, status, text.includes('<b>x')]).toEqual([path, 404, false])
    expect((await open(path)).html).not.toContain('<b>x')
  }
})
