import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { askAndKill } from '../support/kill.ts'
import { dayFromNow, type ServiceProcess, startProcess } from '../support/process.ts'
import { readAnswer } from '../support/service.ts'

const ROUNDS = 8
/** Guests of a round, each with a key of their own. */
const GUESTS = 12
/** A kill amid the bookings comes this long after the first were sent, at random. */
const KILL_WITHIN_MS = 30
/** Rooms on sale in each round's night; the demo's hotel has some more. */
const ROOMS = 20
const nightOf = (round: number) => dayFromNow(30 + round)
const ENV = { PUBLIC_RATE_PER_MINUTE: '0', LOGIN_LIMITS: '0', FAIR_USE: '0', STRANGER_LIMITS: '0' }

type Guest = { hotelSlug: string; round: number; name: string }

test(`a booking that is repeated under its key after kill -9 is there once, as it was answered, in ${ROUNDS} kills (contract §3)`, async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, env: ENV }
  const { apiKey, hotelSlug } = await prepareDemo(setup)
  const counted = { answered: 0, lost: 0 }
  {
    await using served = await startProcess(['serve'], setup)
    await offer(served, apiKey)
    expect((await served.stop()).exitCode).toBe(0)
  }
  for (let round = 1; round <= ROUNDS; round++) {
    const guests = Array.from({ length: GUESTS }, (_, guest) => ({
      hotelSlug,
      round,
      name: `Guest ${round}-${guest}`,
    }))
    // Every other time right after the answers, else at any moment: before, amid and after the commits.
    const killAfterMs = round % 2 === 0 ? undefined : Math.random() * KILL_WITHIN_MS
    const tried = await askAndKill(setup, guests, book, killAfterMs)

    await using served = await startProcess(['serve'], setup)
    const when = `round ${round}, killed after ${killAfterMs?.toFixed(1) ?? 'the answers'}`
    for (const { asked: guest, answer } of tried) {
      const repeated = await Promise.all([1, 2].map(() => book(served, guest)))
      expect(
        repeated.map(({ status }) => status),
        when,
      ).toEqual([201, 201])
      const codes = new Set(repeated.map(({ body }) => body.code))
      expect(codes.size, when).toBe(1)
      if (answer) expect([...codes], when).toEqual([answer.body.code])
      expect(codesOf(folder.path, guest.name), when).toEqual([...codes])
      counted[answer ? 'answered' : 'lost']++
    }
    expect(await readAvailable(served, apiKey, nightOf(round)), when).toBe(ROOMS - GUESTS)
    expect((await served.stop()).exitCode).toBe(0)
  }
  expect(counted.answered).toBeGreaterThanOrEqual((ROUNDS / 2) * GUESTS)
}, 120_000)

async function book({ url }: ServiceProcess, { hotelSlug, round, name }: Guest) {
  const body = {
    hotelSlug,
    roomCode: 'DBL',
    checkin: nightOf(round),
    checkout: nightOf(round + 1),
    adults: 2,
    guest: { firstName: 'A', lastName: name, email: 'a@example.com' },
  }
  const response = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': name.replace(' ', '-') },
    body: JSON.stringify(body),
  })
  return await readAnswer(response)
}

/** Puts every round's night on sale. */
async function offer(served: ServiceProcess, key: string): Promise<void> {
  const updates = Array.from({ length: ROUNDS }, (_, index) => ({
    roomCode: 'DBL',
    date: nightOf(index + 1),
    available: ROOMS,
    priceCents: 10_000,
    closed: false,
  }))
  const answer = await served.call('PUT', '/v1/partner/availability', { key, body: { updates } })
  expect(answer.status, answer.text).toBe(200)
}

async function readAvailable(served: ServiceProcess, key: string, date: string): Promise<number> {
  const path = `/v1/partner/availability?from=${date}&to=${date}&roomCode=DBL`
  return (await served.call('GET', path, { key })).body.rooms[0].days[0].available
}

/** The codes of all bookings of a guest, as the file has them. */
function codesOf(folder: string, name: string): string[] {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  const rows = database.query('select code from booking where last_name = ?').values(name)
  return rows.map(([code]) => String(code))
}
