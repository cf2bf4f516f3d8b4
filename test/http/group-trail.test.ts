import { expect, test } from 'bun:test'
import { OPTION_ROOMS, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, type Staff } from '../support/staff.ts'
import { watchStatements } from '../support/statements.ts'

// The history of a reservation of several stays, in one request (contract-groups, *Panel*).

const PANEL = '/v1/panel/booking-groups'
const AGENCY = '/v1/acenta/booking-groups'
const STAY = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }

type Item = Record<string, any>

async function start(service: TestService, stays = 2) {
  await sell(service)
  const staff = await hireStaff(service)
  const body = { hotelSlug: 'alfa', guest: GUEST, stays: Array(stays).fill(STAY) }
  const group = (await staff.agent.call('POST', AGENCY, { body })).body
  const codes: string[] = group.bookings.map(({ code }: Item) => code)
  const read = async ({ call }: Staff['manager'], path: string) => (await call('GET', path)).body
  return { staff, group, codes, read }
}

test('the history of a group is that of each of its stays: with payments and desk for its hotel, without for its agency, which reads nobody’s name (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { staff, group, codes, read } = await start(service)
  const { manager, agent } = staff
  const guest = { lastName: 'Öz' }
  await manager.call('PATCH', `${PANEL}/${group.code}`, { body: { guest } })
  await manager.call('PATCH', `/v1/bookings/${codes[1]}`, { body: { arrivalTime: '18:30' } })
  await pay(manager, codes[0]!)
  await pay(manager, codes[1]!, { amountCents: 500, method: 'card' })
  await note(manager, codes[1]!, { note: 'Late arrival' })

  const { stays, ...of } = await read(manager, `${PANEL}/${group.code}/trail`)
  expect(of).toEqual({ code: group.code, hotelSlug: 'alfa' })
  const single = async (code: string) => {
    const { revisions, deskHistory, desk } = await read(manager, `/v1/panel/bookings/${code}`)
    return { code, revisions, payments: desk.payments, deskHistory }
  }
  expect(stays).toEqual(await Promise.all(codes.map(single)))
  expect(stays.map(({ payments }: Item) => payments.length)).toEqual([1, 1])
  expect(stays[1].revisions.map(({ revision }: Item) => revision)).toEqual([3, 2, 1])

  const own = await read(agent, `${AGENCY}/${group.code}/trail`)
  const ownSingle = async (code: string) => {
    const { revisions } = await read(agent, `/v1/acenta/bookings/${code}`)
    return { code, revisions }
  }
  expect(own).toEqual({ ...of, stays: await Promise.all(codes.map(ownSingle)) })
  expect(own.stays[0].revisions[0].actor).toEqual({ type: 'user', id: '', name: null })
})

test('of a long history the newest 50 revisions of a stay are shown, each with its changes', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { staff, group, codes, read } = await start(service)
  for (let turn = 0; turn < 51; turn++) {
    const body = { specialRequests: `Wish ${turn}` }
    await staff.manager.call('PATCH', `/v1/bookings/${codes[0]}`, { body })
  }
  const [first, second] = (await read(staff.manager, `${PANEL}/${group.code}/trail`)).stays
  expect([first.revisions.length, second.revisions.length]).toEqual([50, 1])
  expect([first.revisions[0].revision, first.revisions.at(-1).revision]).toEqual([52, 3])
  const changes = [{ field: 'specialRequests', before: 'Wish 0', after: 'Wish 1' }]
  expect(first.revisions.at(-1).changes).toEqual(changes)
})

test('the history of a group takes as many statements for five stays as for two', async () => {
  using statements = watchStatements()
  const counted = async (count: number) => {
    await using service = await startService({ rooms: OPTION_ROOMS })
    const { staff, group, read } = await start(service, count)
    const look = () => read(staff.manager, `${PANEL}/${group.code}/trail`)
    await look()
    return (await statements.during(look)).length
  }
  expect(await counted(5)).toBe(await counted(2))
})
