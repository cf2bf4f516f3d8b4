import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createPackPass } from '../../src/service/days/pack-days.ts'
import { openStore } from '../../src/store/open.ts'
import { addDay } from '../support/bookings.ts'
import { command, obey, openDays, ROOMS, type Run, ZONE } from '../support/live-model.ts'
import { comparePacked, packAll } from '../support/packed-days.ts'
import { rounds } from '../support/rounds.ts'
import { startService, TODAY } from '../support/service.ts'
import { signIn } from '../support/users.ts'

setDefaultTimeout(120_000)

const ROUNDS = rounds(40)
/** Few acts seldom meet in one block, and fast-check begins with short histories. */
const LENGTH = { minLength: 8, maxLength: 25, size: 'max' } as const
const RATES = ['STD', 'OWN', 'NRF', 'OFF']

const roomCode = fc.constantFrom(...ROOMS.map((room) => room.roomCode))
const type = <const T extends string>(name: T) => fc.constant(name)

/** One cell of a rate as a hotel sends it. */
const cell = fc.record({
  roomCode,
  rateCode: fc.constantFrom(...RATES),
  start: fc.integer({ min: 0, max: 14 }),
  set: fc.record(
    {
      minStay: fc.integer({ min: 1, max: 5 }),
      maxStay: fc.constantFrom(0, 7),
      minAdvanceDays: fc.constantFrom(0, 3),
      closedToArrival: fc.boolean(),
      closedToDeparture: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  price: fc.option(fc.integer({ min: 5_000, max: 20_000 })),
})

const act = fc.oneof(
  { weight: 6, arbitrary: command },
  {
    weight: 3,
    arbitrary: fc.record({
      type: type('rates'),
      cells: fc.array(cell, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('rate'),
      rateCode: fc.constantFrom('OWN', 'NRF', 'OFF'),
      body: fc.oneof(
        fc.record({ active: fc.boolean() }),
        fc.record({ roomCodes: fc.constantFrom(['DBL'], ['DBL', 'SUI', 'ANY']) }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('room'), roomCode, active: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ type: type('pack'), isRestarted: fc.boolean() }) },
)

type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never

async function addRates({ admin }: Run): Promise<void> {
  const roomCodes = ROOMS.map((room) => room.roomCode)
  const more = { roomCodes, cancellation: { freeUntilDays: 0, penalty: 'none' }, public: true }
  for (const rate of [
    { rateCode: 'OWN', name: 'Own', pricing: { type: 'own' } },
    { rateCode: 'OFF', name: 'Off', pricing: { type: 'own' } },
    { rateCode: 'NRF', name: 'Less', pricing: { type: 'derived', percentBp: -1_000 } },
  ]) {
    const answer = await admin.call('POST', '/v1/panel/rates?hotel=alfa', {
      body: { ...rate, ...more },
    })
    expect([answer.status, answer.text]).toEqual([201, answer.text])
  }
}

async function play(run: Run, act: Act, pass: ReturnType<typeof createPackPass>): Promise<void> {
  const { service, admin } = run
  const today = service.deps.today(ZONE)
  switch (act.type) {
    case 'rates': {
      const updates = act.cells.map(({ start, set, price, ...place }) => {
        const priceCents = place.rateCode === 'OWN' && price !== null ? price : undefined
        return { ...place, date: addDay(today, start), ...set, ...(priceCents && { priceCents }) }
      })
      return void (await service.alfa.call('PATCH', '/availability', { body: { updates } }))
    }
    case 'rate':
      return void (await admin.call('PATCH', `/v1/panel/rates/${act.rateCode}?hotel=alfa`, {
        body: act.body,
      }))
    case 'room':
      return void (await admin.call('PATCH', `/v1/admin/hotels/alfa/rooms/${act.roomCode}`, {
        body: { active: act.active },
      }))
    case 'pack':
      return await packAll(service.store, today, act.isRestarted ? createPackPass(0) : pass)
    default:
      return void (await obey(run, act))
  }
}

test(`in ${ROUNDS} random histories no search can read a packed block that is not as its days are, also after a restart (issue 35)`, async () => {
  let packed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, LENGTH), async (acts) => {
      await using service = await startService({ rooms: ROOMS })
      const run: Run = { service, admin: await signIn(service, 'admin'), codes: [] }
      await openDays(run)
      await addRates(run)
      await packAll(service.store, TODAY)
      // The same pass goes on all the time, as that of a service.
      const pass = createPackPass(0)
      for (const each of acts) {
        await play(run, each, pass)
        packed += (await comparePacked(service.store, service.deps.today(ZONE), 20)).packed
      }
      const today = service.deps.today(ZONE)
      const again = await openStore(service.target, { isBeside: true })
      await comparePacked(again, today)
      await again.close()
      await packAll(service.store, today, pass)
      const { packed: found, all } = await comparePacked(service.store, today)
      expect(found).toBe(all)
    }),
    { numRuns: ROUNDS },
  )
  expect(packed).toBeGreaterThan(ROUNDS * 5)
})
