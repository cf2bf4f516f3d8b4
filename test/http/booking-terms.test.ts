import { expect, test } from 'bun:test'
import { book, CARLA, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { makeRate } from '../support/rates.ts'
import { startService } from '../support/service.ts'

test('a booking keeps the very terms it was made with, also where they cost nothing (contract-rates, rates)', async () => {
  await using service = await startService()
  await sell(service)
  const cancellation = { freeUntilDays: null, penalty: 'none' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })

  const { body: made } = await book(service.call)
  await makeRate(service, { rateCode: 'STD', cancellation: { freeUntilDays: 3, penalty: 'all' } })

  expect(made.cancellation).toEqual(cancellation)
  const { body } = await service.call('GET', `/v1/bookings/${made.code}?email=${CARLA}`)
  expect(body).toEqual({ ...made, payment: null })
})

test('while a penalty is owed a change may not lower the total, also where the penalty stays what it is (contract-rates, penalties)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', boards: ['RO', 'BB'] }] })
  await sell(service)
  const cancellation = { freeUntilDays: null, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })
  const { body } = await book(service.call)
  // Another board prices every night anew.
  const change = { ...asGuest(body.code), boardCode: 'BB' }
  const patch = () => service.call('PATCH', `/v1/bookings/${body.code}`, { body: change })

  // The second night, which the penalty does not look at.
  await sell(service, { from: '2027-04-02', nights: 1, priceCents: 9_999 })
  const refused = await patch()
  expect(refused).toBeProblem(409, 'terms_forbid_change')
  expect(refused.body.penaltyCents).toBe(10_000)

  await sell(service, { from: '2027-04-02', nights: 1, priceCents: 10_001 })
  expect((await patch()).body).toMatchObject({ boardCode: 'BB', totalPriceCents: 20_001 })
})
