import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { book, readAvailable } from '../support/bookings.ts'
import { cutAt, startRelayed } from '../support/relayed.ts'

// A connection to PostgreSQL that is lost at any moment of a booking: done once, not done, or said not to be known (contract §6).

setDefaultTimeout(120_000)

/** More than there are rooms to lose. */
const ROOMS = 200

let world: Awaited<ReturnType<typeof startRelayed>>
let { relay, service } = {} as typeof world
beforeAll(async () => {
  world = await startRelayed(ROOMS)
  ;({ relay, service } = world)
})
afterAll(() => world[Symbol.asyncDispose]())

const roomsSold = async () => ROOMS - (await readAvailable(service))[0]!

test.each(['before', 'after'] as const)(
  'a connection that is lost %s the server has a message of a booking: it is made again unseen, unless it was the COMMIT, of which nobody knows',
  async (when) => {
    for (let at = 0, isCut = true; isCut; at++) {
      const sold = await roomsSold()
      const seen = cutAt(relay, at, when)
      const answer = await book(service.call)
      relay.spy(() => undefined)
      // How many messages there are depends on what the connection has prepared: until there is none to cut at.
      isCut = seen.isCut
      const done = (await roomsSold()) - sold
      if (seen.isCommit) {
        expect(answer).toBeProblem(503, 'outcome_unknown')
        expect(answer.headers.has('retry-after')).toBeFalse()
        expect(done).toBe(when === 'after' ? 1 : 0)
      } else if ((seen.isCommitSent || seen.isEnding) && answer.status !== 201) {
        // It goes out before the answers to the last writes.
        expect(answer).toBeProblem(503, 'outcome_unknown')
        expect([0, 1]).toContain(done)
      } else {
        expect(answer.status, `message ${at}`).toBe(201)
        expect(done, `message ${at}`).toBe(1)
      }
    }
  },
)

test.each([
  ['before', 0],
  ['after', 1],
] as const)(
  'of a booking whose connection is lost %s the server saw its COMMIT nobody knows, and with the same Idempotency-Key it is one (contract §3, §6)',
  async (when, done) => {
    const sold = await roomsSold()
    const unknown = await bookCut(when)
    expect(unknown).toBeProblem(503, 'outcome_unknown')
    expect(unknown.headers.has('retry-after')).toBeFalse()
    expect((await roomsSold()) - sold).toBe(done)

    const key = { 'idempotency-key': `a-key-${when}` }
    const keyed = await bookCut(when, key)
    expect(keyed).toBeProblem(503, 'outcome_unknown')
    expect(Number(keyed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await roomsSold()) - sold).toBe(2 * done)
    const [first, second] = [await book(service.call, {}, key), await book(service.call, {}, key)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.code).toBe(first.body.code)
    expect((await roomsSold()) - sold).toBe(done + 1)
  },
)

/** Books, and loses the connection at the COMMIT. */
async function bookCut(when: 'before' | 'after', headers: Record<string, string> = {}) {
  relay.spy((text) => (text.includes('COMMIT') ? when : undefined))
  const answer = await book(service.call, {}, headers)
  relay.spy(() => undefined)
  return answer
}
