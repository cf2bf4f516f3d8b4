import { expect, test } from 'bun:test'
import { startService } from '../support/service.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test('a person at an address that does not exist is shown a page, in Turkish or English; a program gets the problem (issue 18)', async () => {
  await using service = await startService({ listen: true })
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(`${service.url}${path}`, { headers, method })
  for (const [language, title] of [
    ['tr-TR,tr;q=0.9,en;q=0.8', 'Böyle bir sayfa yok'],
    ['en-GB,en;q=0.9,tr;q=0.8', 'Page not found'],
    ['de', 'Page not found'],
  ] as const) {
    const answer = await ask('/hotels', { accept: BROWSER, 'accept-language': language })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toStartWith('text/html')
    expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'")
    expect(answer.headers.get('x-request-id')).not.toBeNull()
    expect(await answer.text()).toContain(`<h1>${title}</h1>`)
  }
  for (const [path, accept, method] of [
    ['/hotels', '*/*', 'GET'],
    ['/hotels', 'application/json', 'GET'],
    ['/hotels', BROWSER, 'POST'],
    ['/v1/nothing', BROWSER, 'GET'],
  ] as const) {
    const answer = await ask(path, { accept }, method)
    expect(answer.status, `${method} ${path} ${accept}`).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  }
})
