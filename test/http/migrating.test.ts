import { expect, test } from 'bun:test'
import { migratingResponse } from '../../src/http/api/migrating.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Request(`http://localhost${path}`, { method, headers })

test('a person who opens any page during an upgrade sees the time left, in Turkish or English, on a page that reloads itself (issue 35 item 4)', async () => {
  for (const [path, language, secondsLeft, words] of [
    ['/panel', 'en-GB', 42, ['Roomwire is being updated', 'About 42 seconds left.']],
    ['/admin', 'tr-TR,tr;q=0.9', 42, ['Roomwire güncelleniyor', 'Yaklaşık 42 saniye kaldı.']],
    ['/booking', 'de', 300, ['Roomwire is being updated', 'About 5 minutes left.']],
    ['/acenta', 'en', undefined, ['The time left is not known yet.']],
  ] as const) {
    const headers = { accept: BROWSER, 'accept-language': language }
    const answer = migratingResponse(ask(path, headers), { secondsLeft, share: 0.25 })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toStartWith('text/html')
    expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'")
    expect(answer.headers.get('retry-after')).toBe(String(Math.min(60, secondsLeft ?? 5)))
    expect(answer.headers.get('connection')).toBe('close')
    const html = await answer.text()
    expect(html).toContain('<meta http-equiv="refresh" content="5">')
    expect(html).toContain('<progress value="0.25">')
    for (const text of words) expect(html).toContain(text)
  }
})

test('a program is told the seconds and the share of an upgrade, health too (issue 35 item 4)', async () => {
  for (const [path, accept, method] of [
    ['/v1/health', '*/*', 'GET'],
    ['/v1/health', BROWSER, 'GET'],
    ['/v1/bookings', 'application/json', 'POST'],
    ['/panel', BROWSER, 'POST'],
  ] as const) {
    const request = ask(path, { accept }, method)
    const answer = migratingResponse(request, { secondsLeft: 90, share: 0.5 })
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '60'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'migrating', secondsLeft: 90, share: 0.5 })
  }
  const early = migratingResponse(ask('/v1/health', {}), {
    secondsLeft: undefined,
    share: undefined,
  })
  expect(early.headers.get('retry-after')).toBe('5')
  expect(await early.json()).not.toHaveProperty('secondsLeft')
})
