import { expect, test } from 'bun:test'
import { startService } from '../support/service.ts'

test('the example of the specification: pull, push an open day, close it, pull again (specification §2, §4.1)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa } = service
  const pull = () => alfa.call('GET', '/availability?from=2027-04-01&to=2027-04-03')

  const never = await pull()
  expect(never.body).toEqual({
    from: '2027-04-01',
    to: '2027-04-03',
    rooms: [
      {
        roomCode: 'DBL',
        days: ['2027-04-01', '2027-04-02', '2027-04-03'].map((date) => ({
          date,
          available: 0,
          priceCents: 0,
          closed: true,
        })),
      },
    ],
  })

  const open = {
    roomCode: 'DBL',
    date: '2027-04-01',
    available: 4,
    priceCents: 12900,
    closed: false,
  }
  const pushed = await alfa.call('PUT', '/availability', { body: { updates: [open] } })
  expect(pushed.status).toBe(200)
  expect(pushed.body).toMatchObject({ received: 1, applied: 1, rejected: 0, errors: [] })

  const close = { roomCode: 'DBL', date: '2027-04-02', available: 0, closed: true }
  expect((await alfa.call('PUT', '/availability', { body: { updates: [close] } })).status).toBe(200)

  expect((await pull()).body.rooms[0].days).toEqual([
    { date: '2027-04-01', available: 4, priceCents: 12900, closed: false },
    { date: '2027-04-02', available: 0, priceCents: 0, closed: true },
    { date: '2027-04-03', available: 0, priceCents: 0, closed: true },
  ])
})
