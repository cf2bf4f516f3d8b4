import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { startBounded, strangers } from '../support/bounded.ts'

test('who is told to wait for a hold waits for one of the nights that are full, and can have them then (contract-access, One night)', async () => {
  await using service = await startBounded({ rooms: [{ roomCode: 'DBL', totalRooms: 8 }] })
  const ask = strangers(service)
  const hold = (checkin: string, checkout: string) => ask({ checkin, checkout, hold: true })
  const wait = async (seconds: number) => {
    service.clock.advance(seconds * 1_000)
    await expireHolds(service.deps)
  }

  // All that may be held of the second night, ten minutes later of the third, and then one room of the first.
  for (let held = 0; held < 2; held++)
    expect((await hold('2027-04-02', '2027-04-03')).status).toBe(201)
  await wait(600)
  for (let held = 0; held < 2; held++)
    expect((await hold('2027-04-03', '2027-04-04')).status).toBe(201)
  await wait(120)
  expect((await hold('2027-04-01', '2027-04-02')).status).toBe(201)

  const refused = await hold('2027-04-01', '2027-04-04')
  expect(refused).toBeProblem(429, 'rate_limited')
  const seconds = Number(refused.headers.get('retry-after'))
  // The third night's, and the worker's pass.
  expect(seconds).toBe(13 * 60 + 2)
  await wait(seconds)
  expect((await hold('2027-04-01', '2027-04-04')).status).toBe(201)
})
