import { expect, test } from 'bun:test'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'

const nightsPath = (from: string, to: string) => `/v1/panel/dashboard/days?from=${from}&to=${to}`
const sum = (items: any[], field: string) => items.reduce((total, each) => total + each[field], 0)

/** Bookings in every state over the first days of April; the clock stands in the evening of the third. */
async function busyApril(service: TestService): Promise<string> {
  await sell(service)
  await sell(service, { roomCode: 'SGL', priceCents: 7_000, available: 4 })
  await book(service.call, { rooms: 2, adults: 4 })
  await book(service.call, { roomCode: 'SGL', checkin: '2027-04-02', checkout: '2027-04-06' })
  const absent = await book(service.call, { checkin: '2027-04-02', checkout: '2027-04-05' })
  const gone = await book(service.call, { checkout: '2027-04-09' })
  const { code } = gone.body
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  service.clock.nowMs = Date.parse('2027-04-03T18:00:00Z')
  await completeStays(service.deps)
  await book(service.call, { checkin: '2027-04-04', checkout: '2027-04-06', hold: true })
  return absent.body.code
}

test.each([
  [
    'whose numbers are known',
    [
      { roomCode: 'DBL', totalRooms: 6 },
      { roomCode: 'SGL', totalRooms: 4 },
    ],
  ],
  ['whose numbers are not known', [{ roomCode: 'DBL' }, { roomCode: 'SGL' }]],
])(
  'figures night by night add up to those of the dashboard, for room types %s (contract §5)',
  async (_, rooms) => {
    await using service = await startService({ rooms })
    const staff = await hireStaff(service)
    const absent = await busyApril(service)
    const { call } = await signInAgain(service, staff.manager)
    await call('POST', `/v1/panel/bookings/${absent}/no-show`)

    for (const [from, to] of [
      ['2027-03-30', '2027-04-08'],
      ['2027-04-03', '2027-04-03'],
      ['2027-02-01', addDay('2027-02-01', 91)],
    ] as const) {
      const { items } = (await call('GET', nightsPath(from, to))).body
      const whole = (await call('GET', `/v1/panel/dashboard?from=${from}&to=${to}`)).body
      expect(items[0].date).toBe(from)
      expect(items.at(-1).date).toBe(to)
      expect(new Set(items.map(({ date }: any) => date)).size).toBe(items.length)
      expect(sum(items, 'roomsSold')).toBe(whole.roomNightsSold)
      expect(sum(items, 'roomsTotal')).toBe(whole.roomNightsAvailable)
      expect(sum(items, 'revenueCents')).toBe(whole.revenueCents)
      for (const item of items) {
        const night = (await call('GET', `/v1/panel/dashboard?from=${item.date}`)).body
        expect(item).toEqual({
          date: item.date,
          roomsSold: night.roomNightsSold,
          roomsTotal: night.roomNightsAvailable,
          occupancyBasisPoints: night.occupancyBasisPoints,
          revenueCents: night.revenueCents,
        })
      }
    }
  },
)

test('a night by hand: two doubles for 100 and a no-show of which only the first night counts (contract §5)', async () => {
  await using service = await startService({
    rooms: [
      { roomCode: 'DBL', totalRooms: 6 },
      { roomCode: 'SGL', totalRooms: 4 },
    ],
  })
  const staff = await hireStaff(service)
  const absent = await busyApril(service)
  const { call } = await signInAgain(service, staff.manager)
  await call('POST', `/v1/panel/bookings/${absent}/no-show`)

  const { items } = (await call('GET', nightsPath('2027-04-01', '2027-04-03'))).body
  expect(items).toEqual([
    {
      date: '2027-04-01',
      roomsSold: 2,
      roomsTotal: 10,
      occupancyBasisPoints: 2_000,
      revenueCents: 20_000,
    },
    {
      date: '2027-04-02',
      roomsSold: 4,
      roomsTotal: 10,
      occupancyBasisPoints: 4_000,
      revenueCents: 37_000,
    },
    {
      date: '2027-04-03',
      roomsSold: 1,
      roomsTotal: 10,
      occupancyBasisPoints: 1_000,
      revenueCents: 7_000,
    },
  ])
})

test('a range that is reversed, longer than 92 nights or half said is refused, and another hotel is not there', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  const from = '2027-04-01'
  for (const [path, code] of [
    [nightsPath(from, '2027-03-31'), 'range_reversed'],
    [nightsPath(from, addDay(from, 92)), 'range_too_long'],
    [nightsPath(from, '2027-02-30'), 'invalid_date'],
    [`/v1/panel/dashboard/days?from=${from}`, 'required'],
  ] as const) {
    const answer = await manager.call('GET', path)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([path, answer.body.errors[0].path, answer.body.errors[0].code]).toEqual([
      path,
      '?to',
      code,
    ])
  }
  const foreign = await bravoManager.call('GET', `${nightsPath(from, from)}&hotel=alfa`)
  expect(foreign).toBeProblem(404, 'not_found')
})
