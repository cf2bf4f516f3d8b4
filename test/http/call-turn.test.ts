import { expect, spyOn, test } from 'bun:test'
import { urgentTurn } from '../../src/store/engine/loop-turns.ts'
import { addDay } from '../support/bookings.ts'
import { askMetrics, parseMetrics } from '../support/metrics.ts'
import { type Call, startService, type TestHotel, TODAY } from '../support/service.ts'

/** Calls of a crowd; each takes some looks at the clock. */
const CROWD = 200
/** As if the clock went on by so much between two looks at it. */
const LOOK_MS = 0.5

/** Sends calls at once; returns their names in the order of their answers, by turns of the event loop. */
async function answeredByTurns(calls: [name: string, send: () => ReturnType<Call>][]) {
  let nowMs = performance.now()
  using _clock = spyOn(performance, 'now').mockImplementation(() => (nowMs += LOOK_MS))
  let names: string[] = []
  const turns: string[][] = []
  const all = Promise.all(
    calls.map(async ([name, send]) => {
      expect((await send()).status).toBe(200)
      names.push(name)
    }),
  )
  for (let left = calls.length; left > 0; left -= turns.at(-1)!.length) {
    await urgentTurn()
    turns.push(names)
    names = []
  }
  await all
  return turns.filter(({ length }) => length > 0)
}

test('of a crowd of calls some are answered in each turn of the event loop: keys in turn before visitors, searches at once (issue 35)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const visit = () => service.call('GET', `/v1/hotels/${alfa.slug}`)
  const search = () => service.call('GET', '/v1/hotels?city=alfa-city')
  const ofKey = (hotel: TestHotel) => () => hotel.call('GET', '/hotel')
  for (const send of [visit, search, ofKey(alfa), ofKey(bravo)]) await send()
  const times = (...call: [string, typeof visit]) => Array.from({ length: CROWD }, () => call)
  const turns = await answeredByTurns([
    ...times('visitor', visit),
    ...times('alfa', ofKey(alfa)),
    ['bravo', ofKey(bravo)],
    ['search', search],
  ])

  // Otherwise all of them are answered in the first turns.
  const most = Math.max(...turns.map(({ length }) => length))
  expect(most).toBeLessThan(CROWD)
  const all = turns.flat()
  for (const name of ['search', 'bravo']) expect(all.indexOf(name)).toBeLessThan(CROWD)
  expect(all.lastIndexOf('alfa')).toBeLessThan(all.lastIndexOf('visitor'))
})

test('a large pull whose caller has gone is not read (issue 35)', async () => {
  const rooms = Array.from({ length: 20 }, (_, n) => ({ roomCode: `R${n}` }))
  await using service = await startService({ rooms, listen: true })
  const { alfa, url } = service
  const leaving = new AbortController()
  const pulls = Array.from({ length: CROWD }, (_, n) =>
    fetch(`${url}/v1/partner/availability?from=${TODAY}&to=${addDay(TODAY, 700 - n)}`, {
      headers: { authorization: `Bearer ${alfa.secret}` },
      signal: leaving.signal,
    }),
  )
  await Promise.race(pulls)
  leaving.abort()
  await Promise.allSettled(pulls)
  const last = await alfa.call('GET', `/availability?from=${TODAY}&to=${addDay(TODAY, 720)}`)
  expect(last.status).toBe(200)

  const metrics = parseMetrics((await askMetrics(service.call)).text)
  const { samples } = metrics.get('roomwire_http_answers_total')!
  const given = (status: number) =>
    samples.get(`roomwire_http_answers_total{operation="pullAvailability",status="${status}"}`)
  expect(given(503)).toBeGreaterThan(CROWD / 2)
})
