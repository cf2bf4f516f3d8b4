import { expect, test } from 'bun:test'
import { book, CARLA, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'

/** Carla's stay from 1 to 4 April, of which the first two nights have passed in Istanbul, and how to change it. */
async function inHouse(service: TestService) {
  await sell(service)
  const { body } = await book(service.call, { checkout: '2027-04-05' })
  // Half past midnight of 3 April at the hotel, still 2 April in UTC.
  service.clock.nowMs = Date.parse('2027-04-02T21:30:00Z')
  const change = (changes: Record<string, unknown>) =>
    service.call('PATCH', `/v1/bookings/${body.code}`, {
      body: { ...asGuest(body.code), ...changes },
    })
  return { booking: body, change }
}

test('a guest in house leaves today: the nights from today on go back, the slept ones stay paid (contract §3)', async () => {
  await using service = await startService()
  const { change } = await inHouse(service)

  const answer = await change({ checkout: '2027-04-03' })

  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ nights: 2, totalPriceCents: 20_000, status: 'confirmed' })
  expect((await readAvailable(service)).slice(0, 5)).toEqual([4, 4, 5, 5, 5])
})

test('a guest in house who cancels gives back the nights from today on, and none that was slept (contract §3)', async () => {
  await using service = await startService()
  const { booking } = await inHouse(service)

  const path = `/v1/bookings/${booking.code}/cancel`
  const { body } = await service.call('POST', path, { body: asGuest(booking.code) })

  expect(body).toMatchObject({ status: 'cancelled', penaltyCents: 20_000 })
  expect((await readAvailable(service)).slice(0, 5)).toEqual([4, 4, 5, 5, 5])
})

test.each([
  [
    'check out before today',
    { checkout: '2027-04-02' },
    '/checkout',
    'night_passed',
    { date: '2027-04-03' },
  ],
  [
    'check in earlier',
    { checkin: '2027-03-31' },
    '/checkin',
    'night_passed',
    { date: '2027-04-03' },
  ],
  ['check in later', { checkin: '2027-04-02' }, '/checkin', 'night_passed', { date: '2027-04-03' }],
  ['take more rooms', { rooms: 2 }, '/rooms', 'night_passed', { date: '2027-04-03' }],
  ['check out as they came', { checkout: '2027-04-01' }, '/checkout', 'range_reversed', undefined],
])('a guest in house cannot %s (contract §3)', async (_, changes, path, code, values) => {
  await using service = await startService()
  await sell(service, { from: '2027-03-31', nights: 1 })
  const { booking, change } = await inHouse(service)

  const answer = await change(changes)

  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toEqual([{ path, code, message: expect.any(String), values }])
  if (code === 'range_reversed') expect(answer.body.detail).toBe('Must be after the check-in.')
  const { body } = await service.call('GET', `/v1/bookings/${booking.code}?email=${CARLA}`)
  expect(body).toEqual({ ...booking, payment: null })
})

test('on the day of arrival a stay of no night is refused for what it is (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  const { body } = await book(service.call)
  service.clock.nowMs = Date.parse('2027-04-01T09:00:00Z')
  const answer = await service.call('PATCH', `/v1/bookings/${body.code}`, {
    body: { ...asGuest(body.code), checkout: '2027-04-01' },
  })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0]).toMatchObject({ path: '/checkout', code: 'range_reversed' })
})
