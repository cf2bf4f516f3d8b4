import { expect, test } from 'bun:test'
import { addDay, CARLA, readAvailable, sell } from '../support/bookings.ts'
import { patient } from '../support/patient.ts'
import { startService } from '../support/service.ts'

const NIGHT = '2027-04-01'
const ROOMS = 20
const GROUPS = 300

test('three hundred groups at once for the last twenty rooms: none is half placed, and fewer rooms are left than the smallest refused one needs (contract-groups)', async () => {
  await using service = await startService({
    connections: 12,
    rooms: [{ roomCode: 'DBL', totalRooms: ROOMS, overbookingRooms: 0 }],
  })
  await sell(service, { available: ROOMS, nights: 1 })
  // By turns three rooms in two stays and five in three.
  const sizes = Array.from({ length: GROUPS }, (_, index) =>
    Array.from({ length: 2 + (index % 2) }, (_, stay) => 1 + ((index + stay) % 2)),
  )

  const call = patient(service.call)
  const answers = await Promise.all(
    sizes.map((stays) =>
      call('POST', '/v1/booking-groups', {
        body: {
          hotelSlug: 'alfa',
          guest: { firstName: 'Carla', lastName: 'Çelik', email: CARLA },
          stays: stays.map((rooms) => ({
            ...{ roomCode: 'DBL', rooms, adults: rooms },
            ...{ checkin: NIGHT, checkout: addDay(NIGHT, 1) },
          })),
        },
      }),
    ),
  )

  const needs = sizes.map((stays) => stays.reduce((sum, rooms) => sum + rooms, 0))
  const isPlaced = (index: number) => answers[index]!.status === 201
  for (const [index, answer] of answers.entries())
    if (isPlaced(index)) expect(answer.body.bookings).toHaveLength(sizes[index]!.length)
    else expect(answer, answer.text).toBeProblem(409, 'sold_out')
  const sold = needs.filter((_, index) => isPlaced(index)).reduce((sum, rooms) => sum + rooms, 0)
  const [left] = await readAvailable(service, { to: NIGHT })
  expect(left).toBe(ROOMS - sold)
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left).toBeLessThan(Math.min(...needs.filter((_, index) => !isPlaced(index))))
  const { body } = await service.alfa.call('GET', `/bookings?from=${NIGHT}&to=${NIGHT}&limit=100`)
  expect(body.bookings).toHaveLength(
    sizes.filter((_, index) => isPlaced(index)).reduce((sum, stays) => sum + stays.length, 0),
  )
})
