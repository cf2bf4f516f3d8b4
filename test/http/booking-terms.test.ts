import { expect, test } from 'bun:test'
import { book, CARLA, sell } from '../support/bookings.ts'
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
  expect(body).toEqual(made)
})
