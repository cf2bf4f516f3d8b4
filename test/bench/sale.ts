import { encodeRequest } from './client.ts'
import { sendTogether, withConnections } from './load.ts'
import type { SeededHotel } from './seed.ts'
import type { Server } from './servers.ts'

const NIGHTS = 3

/** Puts all rooms of hotels on sale, as far as the contender knows pushes by key. */
export async function putOnSale(server: Server, hotels: readonly SeededHotel[]): Promise<void> {
  const requests = hotels.map((hotel) => {
    const updates = hotel.roomCodes.flatMap((roomCode) =>
      hotel.dates.map((date) => ({
        ...{ roomCode, date, available: 200, priceCents: 9_900, closed: false },
      })),
    )
    return encodeRequest(hotel, 'PUT', '/v1/partner/availability', { updates })
  })
  await withConnections(server, Math.min(8, hotels.length), (connections) =>
    sendTogether(connections, requests),
  )
}

/** A booking of three nights in a hotel; the number says which, and by whom. */
export function bookingOf(hotel: SeededHotel, number: number): Uint8Array {
  const { id, roomCodes, dates } = hotel
  const first = (number * 31) % (dates.length - NIGHTS)
  const stay = {
    hotelSlug: `hotel-${id - 1}`,
    roomCode: roomCodes[(number * 3) % roomCodes.length]!,
    checkin: dates[first]!,
    checkout: dates[first + NIGHTS]!,
    adults: 1,
    guest: { firstName: 'Carla', lastName: 'Caller', email: `caller-${number}@example.com` },
  }
  return encodeRequest({ id, key: '' }, 'POST', '/v1/bookings', stay)
}
