import type * as catalog from '../../domain/catalog.ts'

/** A hotel as `GET /v1/panel/hotel` shows it (contract §2). */
export type Hotel = Omit<catalog.Hotel, 'id' | 'lat' | 'lng'>

/** A room type as `GET /v1/panel/rooms` shows it (contract §2). */
export type Room = {
  roomCode: string
  name: string
  description: string
  totalRooms: number | null
  overbookingRooms: number
  maxAdults: number
  maxChildren: number
  maxOccupancy: number
  boards: string[]
  supplementsCents: Record<string, number>
  basePriceCents: number | null
  currency: string
  active: boolean
}

/** A day of a room type (specification §2.1). */
export type Day = { date: string; available: number; priceCents: number; closed: boolean }

/** Days of all room types (specification §2.2). */
export type Availability = {
  from: string
  to: string
  rooms: { roomCode: string; days: Day[] }[]
}
