import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { startRelay } from '../support/relay.ts'
import { startService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// Flights: how often a transaction on PostgreSQL waits for an answer, all of that time with its hotel locked (issue 35).

/** The most flights of each act, its BEGIN and COMMIT included. */
const FLIGHTS: Record<string, number> = {
  ...{ booking: 2, hold: 2, confirm: 4, cancel: 6, 'push of five days': 3 },
  // Their nights are read with the lock: none of them waits for an answer. What all of them insert is one flight.
  'four bookings that share a commit': 3,
}

const TRIES = 5

test('a transaction takes no more flights than it did', async () => {
  await using server = await startPostgres()
  using relay = startRelay(server.port)
  const url = server.url.replace(String(server.port), String(relay.port))
  // One connection, whose statements are soon prepared: the first time each has a flight of its own.
  const target = { url, directUrl: url, prepare: true, poolMax: 1 }
  await using service = await startService({ target })
  await sell(service, { available: 100 })
  const admin = await signIn(service, 'admin')
  let price = 9_000
  const acts: Record<string, () => Promise<() => Promise<{ status: number }>>> = {
    booking: async () => () => book(service.call),
    hold: async () => () => book(service.call, { hold: true }),
    'four bookings that share a commit': async () => async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => book(service.call)))
      return answers.find(({ status }) => status !== 201) ?? answers[0]!
    },
    async confirm() {
      const { body } = await book(service.call, { hold: true })
      return () => admin.call('POST', `/v1/bookings/${body.code}/confirm`)
    },
    async cancel() {
      const { body } = await book(service.call)
      return () => admin.call('POST', `/v1/bookings/${body.code}/cancel`)
    },
    'push of five days': async () => async () => {
      await sell(service, { available: 90, nights: 5, priceCents: price++ })
      return { status: 200 }
    },
  }

  const flights: Record<string, number> = {}
  for (const [name, act] of Object.entries(acts)) {
    for (let warm = 0; warm < 8; warm++) await (await act())()
    // On a busy machine a statement may go out a turn later, in a flight of its own.
    for (let tries = 0; tries < TRIES && flights[name] !== FLIGHTS[name]; tries++) {
      const run = await act()
      let of: object | undefined
      flights[name] = 0
      relay.spy((text, connection) => {
        if (text.includes('BEGIN')) {
          // A booking that came too late for a commit has one of its own, which takes two flights more.
          if (flights[name]! > 0) flights[name]! -= 2
          of = connection
        }
        if (of === connection) flights[name]!++
        if (of === connection && text.includes('COMMIT')) of = undefined
        return undefined
      })
      expect((await run()).status, name).toBeLessThan(300)
      relay.spy(() => undefined)
    }
  }

  expect(flights).toEqual(FLIGHTS)
}, 120_000)
