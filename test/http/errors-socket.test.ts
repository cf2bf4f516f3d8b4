import { expect, test } from 'bun:test'
import { eventually, pull, recordLog, speak } from '../support/http.ts'
import { readAnswer, startService, type TestHotel } from '../support/service.ts'

const DATE = '2027-04-01'
const BODY = `{"updates":[{"roomCode":"DBL","date":"${DATE}","available":4,"priceCents":100}]}`
const MEBIBYTE = 1024 * 1024

/** The head of a push as it goes over the wire. */
const head = ({ secret }: TestHotel, ...headers: string[]) =>
  `${[
    'PUT /v1/partner/availability HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${secret}`,
    'content-type: application/json',
    ...headers,
  ].join('\r\n')}\r\n\r\n`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const statusOf = (text: string) => Number(text.split(' ')[1])
/** Whether a whole answer with a short body has come. */
const isWhole = (text: string) => /\r\n\r\n\{.*\}$/s.test(text)

for (const [how, parts] of Object.entries({
  'before a byte of it': (hotel: TestHotel) => [head(hotel, 'content-length: 1000')],
  halfway: (hotel: TestHotel) => [head(hotel, 'content-length: 1000'), BODY],
  'between chunks': (hotel: TestHotel) => [head(hotel, 'transfer-encoding: chunked'), chunk(BODY)],
  'within a chunk': (hotel: TestHotel) => [
    head(hotel, 'transfer-encoding: chunked'),
    'ff\r\n{"upd',
  ],
}))
  test(`a client that goes away in its body (${how}) harms nothing and is no defect (contract §6, issue 2)`, async () => {
    const { log, events } = recordLog()
    await using service = await startService({ listen: true, log })
    const { alfa, app, url, context } = service

    for (let i = 0; i < 5; i++) {
      context.keyUses.clear()
      // Gone as soon as the service has taken up the request, which it notes as a use of the key.
      const isTakenUp = () => context.keyUses.size > 0
      expect(await speak(url, parts(alfa), () => false, isTakenUp)).toBe('')
    }
    await eventually(() => app.server!.pendingRequests === 0)

    expect(events.filter(({ level }) => level === 'error')).toEqual([])
    expect((await fetch(`${url}/v1/health`)).status).toBe(200)
    expect((await pull(alfa, DATE)).body.rooms[0].days[0].available).toBe(0)
  })

test('a body that says it has more than 4 MiB is 413 before any of it was sent (contract §2)', async () => {
  await using service = await startService({ listen: true })

  const text = await speak(
    service.url,
    [head(service.alfa, `content-length: ${4 * MEBIBYTE + 1}`)],
    isWhole,
  )
  expect(statusOf(text)).toBe(413)
  expect(text).toContain('application/problem+json')
})

test('a body in chunks without an end is 413 once it passes 4 MiB (contract §2)', async () => {
  await using service = await startService({ listen: true })
  const part = chunk(' '.repeat(MEBIBYTE))

  const text = await speak(
    service.url,
    [head(service.alfa, 'transfer-encoding: chunked'), ...Array<string>(5).fill(part)],
    isWhole,
  )
  expect(statusOf(text)).toBe(413)
})

test('a push in chunks and one without a content type over a real connection (contract §2, §6)', async () => {
  await using service = await startService({ listen: true })
  const { alfa, url } = service
  const address = `${url}/v1/partner/availability`
  const authorization = `Bearer ${alfa.secret}`

  const chunks = [BODY.slice(0, 10), BODY.slice(10, 40), BODY.slice(40)]
  const sent = [head(alfa, 'transfer-encoding: chunked'), ...chunks.map(chunk), '0\r\n\r\n']
  expect(statusOf(await speak(url, sent, isWhole))).toBe(200)
  expect((await pull(alfa, DATE)).body.rooms[0].days[0].available).toBe(4)
  const untyped = await fetch(address, {
    method: 'PUT',
    headers: { authorization },
    body: new TextEncoder().encode(BODY),
  })
  expect(await readAnswer(untyped)).toBeProblem(415, 'unsupported_media_type')
  const bodiless = await fetch(address, { method: 'PUT', headers: { authorization } })
  expect(await readAnswer(bodiless)).toBeProblem(415, 'unsupported_media_type')
})

test('a Host that is none, or short, gets a problem where there is no such address, and no defect is logged (contract §6)', async () => {
  const { log, events } = recordLog()
  await using service = await startService({ listen: true, log })

  for (const host of ['[[[', 'a b', '', 'x:99999', '%', 'a', 'app', 'a.b', 'x:1'])
    for (const [path, expected] of [
      ['/v1/health', [200]],
      ['/nothing', [404]],
      ['/v1/partner/availability?from=1', [401]],
    ] as const) {
      const text = await speak(
        service.url,
        [`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`],
        isWhole,
      )
      expect([host, path, statusOf(text)]).toEqual([host, path, ...expected])
    }
  expect(events).toEqual([])
})
