import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { OPTION_ROOMS, readAvailable, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

// Refusals of a reservation of several stays at every door (contract-groups, *Several rooms, one reservation*).

const STAY = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const HOLD_MS = 15 * 60_000

/** The acts on a group that the panel and agencies have. */
const ACTS = {
  confirm: ['POST', '/confirm'],
  cancel: ['POST', '/cancel'],
  change: ['PATCH', '', { arrivalTime: '15:00' }],
  add: ['POST', '/stays', STAY],
} as const

/** Alfa with rooms on sale, and groups of its desk and of agency Delta, each with the door that they are acted on at. */
async function start() {
  const service = await startService({ rooms: OPTION_ROOMS })
  await sell(service)
  const { manager, agent } = await hireStaff(service)
  const doors: [TestUser, string][] = [
    [manager, '/v1/panel/booking-groups'],
    [agent, '/v1/acenta/booking-groups'],
  ]
  const place = async ([who, path]: [TestUser, string], more: object) => {
    const hotel = who === agent && { hotelSlug: 'alfa' }
    const body = { ...hotel, guest: GUEST, stays: [STAY, STAY], ...more }
    const { body: group } = await who.call('POST', path, { body })
    const act = async (name: keyof typeof ACTS) => {
      const [method, end, sent] = ACTS[name]
      return await who.call(method, `${path}/${group.code}${end}`, { body: sent })
    }
    return { group, act, who }
  }
  const left = async () => (await readAvailable(service, { to: '2027-04-01' }))[0]
  const dispose = () => service[Symbol.asyncDispose]()
  return { service, doors, place, left, [Symbol.asyncDispose]: dispose }
}

const statusesOf = (group: { bookings: { status: string }[] }) =>
  group.bookings.map(({ status }) => status)

test('a group that has run out is 409 for every act, and one that was cancelled for all but cancel, which changes nothing (contract-groups)', async () => {
  await using scene = await start()
  const { service, doors, place, left } = scene
  for (const door of doors) {
    const cancelled = await place(door, {})
    const ended = (await cancelled.act('cancel')).body
    expect(statusesOf(ended)).toEqual(['cancelled', 'cancelled'])
    for (const act of ['confirm', 'change', 'add'] as const)
      expect(await cancelled.act(act)).toBeProblem(409, 'transition_invalid')
    const again = await cancelled.act('cancel')
    expect([again.status, again.body]).toEqual([200, ended])
  }
  const held = [await place(doors[0]!, { hold: true }), await place(doors[1]!, { hold: true })]
  service.clock.advance(HOLD_MS)
  // The clock's pass has not come yet: the hold that has run out is named.
  for (const { group, act } of held) {
    const late = await act('confirm')
    expect(late).toBeProblem(409, 'transition_invalid')
    expect(late.body.detail).toContain(group.bookings[0].code)
  }
  await expireHolds(service.deps)
  for (const { act } of held)
    for (const name of Object.keys(ACTS) as (keyof typeof ACTS)[])
      expect(await act(name)).toBeProblem(409, 'transition_invalid')
  expect(await left()).toBe(5)
})

test('no hold of a group is confirmed alone; one is cancelled alone, and the others are confirmed as a whole (contract-groups)', async () => {
  await using scene = await start()
  for (const door of scene.doors) {
    const { group, act, who } = await scene.place(door, { hold: true })
    const [one, other] = group.bookings
    const alone = await who.call('POST', `/v1/bookings/${one.code}/confirm`, { body: {} })
    expect(alone).toBeProblem(409, 'confirm_the_group')
    const cancelled = await who.call('POST', `/v1/bookings/${one.code}/cancel`, { body: {} })
    expect(cancelled.body.status).toBe('cancelled')
    expect(statusesOf((await act('confirm')).body)).toEqual(['cancelled', 'confirmed'])
    // A repeat changes nothing.
    const again = await act('confirm')
    expect([again.status, again.body.bookings[1].revision]).toEqual([200, 2])
    expect(again.body.bookings[1].code).toBe(other.code)
  }
  expect(await scene.left()).toBe(3)
})
