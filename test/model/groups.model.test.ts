import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { addDay } from '../support/bookings.ts'
import { type Entry, latest, walk } from '../support/changes.ts'
import { makeExtra } from '../support/extras.ts'
import { obey } from '../support/group-acts.ts'
import { done, readCells, type World } from '../support/group-counts.ts'
import { command, EVERY_KIND, EXTRAS, GroupModel, NIGHTS, TYPES } from '../support/group-model.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// Histories of reservations of several stays: nothing oversold, nothing half placed, sums equal by group, the feed in
// order (contract-groups).

const FIRST = '2027-04-01'
/** Histories of one hotel, each with nights of its own. */
const HISTORIES = 60

/** Rooms left and every group are what the rules make of what was answered. */
async function look(world: World): Promise<void> {
  const { model, manager } = world
  const read = (group: string) => manager.call('GET', `/v1/booking-groups/${group}`)
  const [cells, ...answers] = await Promise.all([readCells(world), ...model.groups().map(read)])
  expect(new Map(cells)).toEqual(model.available)
  for (const [at, group] of model.groups().entries()) {
    const those = model.of(group)
    const { body } = answers[at]!
    const shown = body.bookings.map((each: any) => [each.code, each.status, each.payableCents])
    const sums = those.map((booking) => model.sumsOf(booking))
    expect(shown).toEqual(
      those.map(({ code, status }, index) => [code, status, sums[index]!.payable]),
    )
    const sum = (of: (each: (typeof sums)[number]) => number) =>
      sums.reduce((total, each) => total + of(each), 0)
    expect([body.totalPriceCents, body.extrasTotalCents, body.payableCents]).toEqual([
      sum(({ stands, total }) => (stands ? total : 0)),
      sum(({ stands, extras }) => (stands ? extras : 0)),
      sum(({ payable }) => payable),
    ])
  }
}

/** Every revision stands once and in order, and the entries of one placing stand together in the order of its stays. */
async function readFeed({ service, model }: World, from: string): Promise<void> {
  const entries = (await walk(service.alfa, { from })).filter(({ type }) => type === 'booking')
  const records = entries.map(({ booking }: Entry) => booking)
  for (const booking of model.bookings) {
    const own = records.filter(({ code }) => code === booking.code)
    expect(own.map(({ revision }) => revision)).toEqual(
      Array.from({ length: booking.revision }, (_, index) => index + 1),
    )
    const last = own.at(-1)
    const { total, extras } = model.sumsOf(booking)
    expect([last.status, last.totalPriceCents, last.extrasTotalCents]).toEqual([
      booking.status,
      total,
      extras,
    ])
  }
  for (const placed of Map.groupBy(model.bookings, ({ placing }) => placing).values()) {
    const codes = placed.map(({ code }) => code)
    const at = records.findIndex(({ code }) => code === codes[0])
    expect(records.slice(at, at + codes.length).map(({ code }) => code)).toEqual(codes)
  }
  expect(new Set(records.map(({ code }) => code)).size).toBe(model.bookings.length)
}

async function openHotel(): Promise<TestService> {
  const service = await startService({
    rooms: Object.entries(TYPES).map(([roomCode, { rooms }]) => ({
      ...{ roomCode, totalRooms: rooms, overbookingRooms: 0 },
      ...{ maxAdults: 9, maxOccupancy: 9 },
    })),
  })
  for (const [code, { per, cents }] of Object.entries(EXTRAS))
    await makeExtra(service, { code, per, priceCents: cents })
  return service
}

async function openNights({ service, model }: World): Promise<void> {
  const updates = [...model.available].map(([cell, available]) => {
    const [roomCode, date] = cell.split(' ')
    const { cents } = TYPES[roomCode as keyof typeof TYPES]
    return { roomCode, date, available, priceCents: cents, closed: false }
  })
  const { status } = await service.alfa.call('PUT', '/availability', { body: { updates } })
  expect(status).toBe(200)
}

test('through any history a group is whole, nothing is oversold, sums are those of its stays and the feed is in order (contract-groups)', async () => {
  let service = await openHotel()
  let histories = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 12, maxLength: 30, size: 'max' }),
        async (commands) => {
          if (histories === HISTORIES) {
            await service[Symbol.asyncDispose]()
            service = await openHotel()
            histories = 0
          }
          // Holds of the history before are none of this one.
          service.clock.advance(100 * 60_000)
          await expireHolds(service.deps)
          const model = new GroupModel(addDay(FIRST, histories++ * (NIGHTS + 1)))
          const manager = await signIn(service, 'hotel_manager', {
            name: `manager-${histories}`,
            hotelIds: [service.alfa.id],
          })
          const world = { service, manager, model }
          await openNights(world)
          const from = await latest(service.alfa)
          for (const each of commands) {
            await obey(world, each)
            await look(world)
          }
          await readFeed(world, from)
        },
      ),
      { numRuns: Number(process.env.HISTORIES ?? rounds(120)), examples: [[EVERY_KIND]] },
    )
  } finally {
    await service[Symbol.asyncDispose]()
  }
  const kinds = ['group', 'held group', 'refused group', 'confirmGroup', 'cancelGroup', 'change']
  const others = ['confirm', 'cancel', 'left_out', 'counted', 'refused change']
  const later = ['option', 'patch', 'refused patch', 'held stay', 'added stay']
  expect([...kinds, ...others, ...later].filter((name) => !done.has(name))).toEqual([])
}, 7_200_000)
