import { expect, test } from 'bun:test'
import { reminderOf } from '../../src/domain/bookings/agency-reminder.ts'
import { remindDeadlines } from '../../src/service/bookings/remind-deadlines.ts'
import { book, sell } from '../support/bookings.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { makeRate } from '../support/rates.ts'
import { addAgency, signIn } from '../support/users.ts'

/** Alfa in Istanbul, whose rate FLEX is free until two days before check-in, and a seller of agency Delta. */
async function scene() {
  const service = await startMailing()
  await sell(service, { nights: 20 })
  const cancellation = { freeUntilDays: 2, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'FLEX', cancellation })
  const agencyId = await addAgency(service)
  const agency = await signIn(service, 'agency_user', { agencyId })
  const at = async (instant: string) => {
    service.clock.nowMs = Date.parse(instant)
    // Two passes at once, as when a worker takes over from another.
    await Promise.all([remindDeadlines(service.deps), remindDeadlines(service.deps)])
    return (await mailsOf(service))
      .filter(({ kind }) => kind === 'deadline_reminder')
      .map(({ recipient, bookingCode }) => [recipient, bookingCode])
  }
  const dispose = () => service[Symbol.asyncDispose]()
  return { service, agency, at, [Symbol.asyncDispose]: dispose }
}

const STAY = { checkin: '2027-04-05', checkout: '2027-04-07', rateCode: 'FLEX' }

test('an agency is reminded once that free cancellation ends, at 09:00 of the hotel on the day before (issue 34)', async () => {
  await using world = await scene()
  const { service, agency, at } = world
  const { code } = (await book(agency.call, STAY)).body
  await book(service.call, STAY)
  await book(agency.call, { ...STAY, rateCode: 'STD' })
  // The last free day is 3 April; 09:00 in Istanbul is 06:00 UTC.
  expect(await at('2027-04-02T05:59:59Z')).toEqual([])
  const once = [[agency.user.email, code]]
  expect(await at('2027-04-02T06:00:00Z')).toEqual(once)
  expect(await at('2027-04-03T06:00:00Z')).toEqual(once)
  const server = scriptAnswers()
  await postman(service, server).work()
  const letter = server.letters.find(({ subject }) => subject.startsWith('Free cancellation'))!
  expect(letter.to).toEqual({ name: '', address: agency.user.email })
  expect(letter.text).toContain('Free cancellation until: Sat, 3 April 2027')
  expect(letter.text).toContain(`/acenta#/bookings/${code}`)
})

test('a pass that comes late still reminds, until the deadline is over; a moved stay is reminded of anew (issue 34)', async () => {
  await using world = await scene()
  const { service, agency, at } = world
  const { code } = (await book(agency.call, STAY)).body
  const { code: slept } = (await book(agency.call, { ...STAY, checkin: '2027-04-03' })).body
  expect(await at('2027-04-03T20:59:00Z')).toEqual([[agency.user.email, code]])
  expect(slept).not.toBe(code)

  const again = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const moved = { checkin: '2027-04-10', checkout: '2027-04-12' }
  expect((await again.call('PATCH', `/v1/bookings/${code}`, { body: moved })).status).toBe(200)
  expect(await at('2027-04-07T05:59:59Z')).toHaveLength(1)
  expect(await at('2027-04-07T06:00:00Z')).toHaveLength(2)
})

test('a group is reminded of in one mail; what was cancelled is not, nor what was booked after 09:00 of the last day (issue 34)', async () => {
  await using world = await scene()
  const { service, agency, at } = world
  const { checkin, checkout, rateCode } = STAY
  const stay = { roomCode: 'DBL', checkin, checkout, rateCode }
  const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' }
  const body = { hotelSlug: 'alfa', guest, stays: [stay, stay] }
  const group = (await agency.call('POST', '/v1/acenta/booking-groups', { body })).body.code
  const gone = (await book(agency.call, STAY)).body.code
  await agency.call('POST', `/v1/bookings/${gone}/cancel`)
  expect(await at('2027-04-02T06:00:00Z')).toEqual([[agency.user.email, group]])

  service.clock.nowMs = Date.parse('2027-04-03T08:00:00Z')
  const { call } = await signIn(service, 'agency_user', {
    ...{ name: 'late', agencyId: agency.user.agencyId },
  })
  expect((await book(call, STAY)).status).toBe(201)
  expect(await at('2027-04-03T12:00:00Z')).toHaveLength(1)
})

test('an agency’s option is reminded of at 09:00 of the hotel on the day before it ends (issue 34)', () => {
  const of = (until: string, now: string, agencyId: number | null = 1) =>
    reminderOf({
      ...{ agencyId, hotel: { timezone: 'Europe/Istanbul' } },
      ...{ untilMs: Date.parse(until), nowMs: Date.parse(now) },
    })
  const at = (instant: string) => Date.parse(instant)
  const end = '2027-03-20T15:00:00Z'
  expect(of(end, '2027-03-10T09:00:00Z')).toBe(at('2027-03-19T06:00:00Z'))
  expect(of(end, '2027-03-19T06:00:00Z')).toBe(at('2027-03-20T06:00:00Z'))
  expect(of(end, '2027-03-20T06:00:00Z')).toBe(0)
  expect(of('2027-03-20T05:00:00Z', '2027-03-19T07:00:00Z')).toBe(0)
  expect(of(end, '2027-03-10T09:00:00Z', null)).toBe(at('2027-03-19T15:00:00Z'))
})
