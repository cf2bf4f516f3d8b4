import { expect, spyOn, test } from 'bun:test'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { countWaitingCalls, urgentTurn } from '../../src/store/engine/loop-turns.ts'
import { addDay } from '../support/bookings.ts'
import { eventually, recordLog } from '../support/http.ts'
import { askMetrics, parseMetrics } from '../support/metrics.ts'
import { type Call, startService, type TestHotel, TODAY } from '../support/service.ts'

/** Calls of a crowd; each takes some looks at the clock. */
const CROWD = 200
/** As if the clock went on by so much between two looks at it. */
const LOOK_MS = 0.5

let nowMs = performance.now()

/** Sets the clock forward at each look, and never back from one test to the next. */
function spyOnClock(onLook = () => {}) {
  nowMs = Math.max(nowMs, performance.now())
  return spyOn(performance, 'now').mockImplementation(() => {
    onLook()
    nowMs += LOOK_MS
    return nowMs
  })
}

type Named = [name: string, send: () => ReturnType<Call>]

/**
 * Sends calls at once, and more in later turns of the event loop; returns names and statuses in the order of their
 * answers, by turns.
 */
async function answeredByTurns(calls: Named[], onTurn = (_turn: number): Named[] => []) {
  using _clock = spyOnClock()
  let answers: [name: string, status: number][] = []
  const turns: (typeof answers)[] = []
  let left = 0
  const sendAll = (some: Named[]) => {
    left += some.length
    for (const [name, send] of some)
      void send().then(({ status }) => {
        answers.push([name, status])
        left--
      })
  }
  sendAll(calls)
  while (left > 0) {
    sendAll(onTurn(turns.length))
    await urgentTurn()
    turns.push(answers)
    answers = []
  }
  return turns.filter(({ length }) => length > 0)
}

const crowd = (name: string, send: Named[1], length = CROWD) =>
  Array.from({ length }, (_, n): Named => [`${name} ${n}`, send])

test('of a crowd of calls some are answered in each turn of the event loop: accounts by turns, each in its order, searches at once (issue 35)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const visit = () => service.call('GET', `/v1/hotels/${alfa.slug}`)
  const search = () => service.call('GET', '/v1/hotels?city=alfa-city')
  const ofKey = (hotel: TestHotel) => () => hotel.call('GET', '/hotel')
  for (const send of [visit, search, ofKey(alfa), ofKey(bravo)]) await send()
  const turns = await answeredByTurns(
    [
      ...crowd('visitor', visit),
      ...crowd('alfa', ofKey(alfa)),
      ['bravo', ofKey(bravo)],
      ['search', search],
    ],
    (turn) => (turn === 2 ? [['late', ofKey(alfa)]] : []),
  )

  const all = turns.flat()
  expect(new Set(all.map(([, status]) => status))).toEqual(new Set([200]))
  // Otherwise all of them are answered in the first turns.
  const most = Math.max(...turns.map(({ length }) => length))
  expect(most).toBeLessThan(CROWD)
  const names = all.map(([name]) => name)
  for (const name of ['search', 'bravo']) expect(names.indexOf(name)).toBeLessThan(CROWD)
  expect(names.indexOf('late')).toBeGreaterThan(CROWD)
})

test('a call that waits is refused once its key is revoked (contract §8, issue 35)', async () => {
  await using service = await startService()
  const { alfa } = service
  await alfa.call('GET', '/hotel')
  let isRevoked = false
  const turns = await answeredByTurns(
    crowd('alfa', () => alfa.call('GET', '/hotel'), 10 * CROWD),
    (turn) => {
      if (turn === 1)
        void endApiKey(service.deps, { hotelId: alfa.id, id: alfa.keyId }).then(() => {
          isRevoked = true
        })
      return []
    },
  )
  expect(isRevoked).toBe(true)
  // The address has failed too often at the end.
  const refused = turns.flat().filter(([, status]) => status === 401 || status === 429)
  expect(refused.length).toBeGreaterThan(CROWD)
})

/** A pull of the days up to one, as it is sent. */
const requestOf = (url: string, { secret }: TestHotel, to: string) =>
  [
    `GET /v1/partner/availability?from=${TODAY}&to=${to} HTTP/1.1`,
    ...[`Host: ${new URL(url).host}`, `Authorization: Bearer ${secret}`, 'Connection: close'],
    ...['', ''],
  ].join('\r\n')

/** The headers in which equal answers differ. */
const OWN_HEADERS = /^(date|x-request-id|ratelimit): .*\r\n/gim

/** Sends requests over as many connections in one turn of the event loop; returns their answers. */
async function answersAtOnce(url: string, requests: string[]) {
  const { hostname, port } = new URL(url)
  const callers = await Promise.all(
    requests.map(async () => {
      const chunks: Buffer[] = []
      const { promise, resolve } = Promise.withResolvers<string>()
      const connection = await Bun.connect({
        ...{ hostname, port: Number(port) },
        socket: {
          data: (_, bytes) => void chunks.push(Buffer.from(bytes)),
          close: () => resolve(Buffer.concat(chunks).toString().replace(OWN_HEADERS, '')),
        },
      })
      return { connection, promise }
    }),
  )
  for (const [n, { connection }] of callers.entries()) connection.write(requests[n]!)
  return await Promise.all(callers.map(({ promise }) => promise))
}

test('a large answer that waited for its turn is the same to the byte, with its length (issue 35)', async () => {
  const rooms = Array.from({ length: 20 }, (_, n) => ({ roomCode: `R${n}` }))
  await using service = await startService({ rooms, listen: true })
  const { alfa, url } = service
  const pull = requestOf(url, alfa, addDay(TODAY, 30))
  const [alone] = await answersAtOnce(url, [pull])
  expect(alone).toMatch(/^HTTP.1.1 200 OK/)
  expect(alone).toMatch(/content-length: [2-9]\d{4}/i)

  let waitingMax = 0
  using _clock = spyOnClock(() => {
    waitingMax = Math.max(waitingMax, countWaitingCalls())
  })
  const answers = await answersAtOnce(url, Array(CROWD).fill(pull))
  expect(waitingMax).toBeGreaterThan(0)
  expect(new Set(answers)).toEqual(new Set([alone!]))
})

test('a crowd of quotes goes by turns, though each is a POST (issue 35)', async () => {
  await using service = await startService({ listen: true })
  const { alfa, url } = service
  const stay = { roomCode: 'DBL', checkin: addDay(TODAY, 5), checkout: addDay(TODAY, 6), adults: 2 }
  const body = JSON.stringify({ hotelSlug: alfa.slug, stays: [stay] })
  const quote = [
    ...['POST /v1/quotes HTTP/1.1', `Host: ${new URL(url).host}`, 'Connection: close'],
    ...['Content-Type: application/json', `Content-Length: ${body.length}`, '', body],
  ].join('\r\n')
  const [alone] = await answersAtOnce(url, [quote])

  let waitingMax = 0
  using _clock = spyOnClock(() => {
    waitingMax = Math.max(waitingMax, countWaitingCalls())
  })
  const answers = await answersAtOnce(url, Array(CROWD).fill(quote))
  expect(waitingMax).toBeGreaterThan(0)
  const said = (answer = '') => answer.replace(/"requestId":"[^"]*"/, '')
  expect(new Set(answers.map(said))).toEqual(new Set([said(alone)]))
})

test('a large pull whose caller has gone is not read (issue 35)', async () => {
  const rooms = Array.from({ length: 20 }, (_, n) => ({ roomCode: `R${n}` }))
  const { log, events } = recordLog()
  await using service = await startService({ rooms, listen: true, log })
  const { alfa, url } = service
  const first = Promise.withResolvers<void>()
  const { hostname, port } = new URL(url)
  const socket = { data: () => first.resolve() }
  const callers = await Promise.all(
    Array.from({ length: CROWD }, () => Bun.connect({ hostname, port: Number(port), socket })),
  )
  for (const [n, each] of callers.entries())
    each.write(requestOf(url, alfa, addDay(TODAY, 700 - n)))
  await first.promise
  for (const each of callers) each.terminate()
  const last = await alfa.call('GET', `/availability?from=${TODAY}&to=${addDay(TODAY, 720)}`)
  expect(last.status).toBe(200)

  const given = async (status: number) => {
    const metrics = parseMetrics((await askMetrics(service.call)).text)
    const { samples } = metrics.get('roomwire_http_answers_total')!
    const name = `roomwire_http_answers_total{operation="pullAvailability",status="${status}"}`
    return samples.get(name) ?? 0
  }
  // The last one has another address, whose turn comes before that of many.
  await eventually(async () => (await given(200)) + (await given(503)) === CROWD + 1)
  expect(await given(503)).toBeGreaterThan(CROWD / 2)
  // A line for each would let whoever leaves fill the log.
  expect(events.filter(({ event }) => event === 'unavailable')).toEqual([])
})
