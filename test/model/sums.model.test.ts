import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldSums } from '../../src/service/bookings/sums.ts'
import type { Handle } from '../../src/store/engine/engine.ts'
import { type Command, command, obey, openDays, ROOMS, type Run } from '../support/live-model.ts'
import { rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { leftOver, readSums } from '../support/sums.ts'
import type { TestUser } from '../support/users.ts'

/** The booker: an agency at 10 %, another agency, or a guest without an agency. */
type Step = { command: Command; agent: 0 | 1 | 2; isFolded: boolean }

const step: fc.Arbitrary<Step> = fc.record({
  command,
  agent: fc.constantFrom(0, 1, 2),
  isFolded: fc.boolean(),
})

const stay = { roomCode: 'DBL', nights: 1, rooms: 1 }
const newest = { pick: 0 }
/** Random histories may miss a state; this one has every state, with and without an agency. */
const ALL_STATES: Step[] = (
  [
    { type: 'book', ...stay, start: 0, hold: false },
    { type: 'book', ...stay, start: 3, hold: true },
    { type: 'book', ...stay, start: 4, hold: false },
    { type: 'cancel', ...newest },
    { type: 'book', ...stay, start: 0, hold: false },
    { type: 'no-show', ...newest },
    { type: 'tick', minutes: 3_000 },
    { type: 'book', ...stay, start: 2, hold: true },
    { type: 'book', ...stay, start: 2, hold: false },
  ] as const
).map((command, index) => ({ command, agent: ([0, 1, 2] as const)[index % 3]!, isFolded: true }))

/** States in which bookings were left: a model that reaches few of them proves little. */
const reached = new Set<string>()

async function check(store: Handle, isFolded: boolean): Promise<void> {
  const sums = await readSums(store)
  for (const { kept, scanned } of isFolded ? sums : sums.slice(0, -1)) expect(kept).toEqual(scanned)
  expect(await leftOver(store)).toEqual([])
}

test('after every step the sums of hotels and agencies are what reading every booking gives, and so are those of the service once they are folded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }),
      async (steps) => {
        await using service = await startService({ rooms: ROOMS })
        const { admin, agent, echoAgent } = await hireStaff(service)
        const owners = new Map<string, TestUser>()
        const run: Run = { service, admin, codes: [], owners }
        await openDays(run)
        const { store } = service
        const agents = [undefined, agent, echoAgent]
        for (const { command, agent, isFolded } of steps) {
          const user = command.type === 'book' ? agents[agent] : undefined
          const { call } = user ? await signInAgain(service, user) : service
          const of = user ? { ...run, service: { ...service, call } } : run
          const answer = await obey(of, command)
          if (user && answer?.status === 201) owners.set(answer.body.code, user)
          if (isFolded) await foldSums(service.deps)
          await check(store, isFolded)
        }
        await foldSums(service.deps)
        await check(store, true)
        const { booking } = store.t
        const states = store.db.selectDistinct({ status: booking.status }).from(booking)
        for (const { status } of await states) reached.add(status)
      },
    ),
    { numRuns: rounds(15, 2), examples: [[ALL_STATES]] },
  )
  const states = ['cancelled', 'completed', 'confirmed', 'expired', 'no_show', 'pending']
  expect([...reached].toSorted()).toEqual(states)
}, 120_000)
