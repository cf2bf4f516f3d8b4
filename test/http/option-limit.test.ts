import { expect, test } from 'bun:test'
import { startWithAgencies } from '../support/allotments.ts'
import { book, sell } from '../support/bookings.ts'

const party = (rooms: number) => ({
  ...{ checkin: '2027-04-01', checkout: '2027-04-02', rooms, adults: rooms },
})

test.each([
  ['a quarter of the rooms and the overbooking', { totalRooms: 8, overbookingRooms: 4 }, 12, 3],
  ['a quarter of what is left or live, where the room type has no number', {}, 12, 3],
  ['one at least', { totalRooms: 3 }, 3, 1],
])(
  'options of an agency without an allotment take %s (contract-agencies, *Options*)',
  async (...row) => {
    const [, counts, available, most] = row
    const rooms = [{ roomCode: 'DBL', totalRooms: null, ...counts }]
    const { service, staff } = await startWithAgencies({ rooms })
    await using _ = service
    const { agent, echoAgent } = staff
    await sell(service, { available })
    // A room sold is live: it counts as one that is left.
    expect((await book(service.call, party(1))).status).toBe(201)
    const hold = (call: typeof agent.call, rooms: number) =>
      book(call, { ...party(rooms), hold: true })
    expect(await hold(agent.call, most + 1)).toBeProblem(409, 'too_many_options')
    expect((await hold(agent.call, most)).status).toBe(201)
    expect(await hold(agent.call, 1)).toBeProblem(409, 'too_many_options')
    // Each agency has a quarter of its own.
    if (available - 1 - most >= most) expect((await hold(echoAgent.call, most)).status).toBe(201)
  },
)
