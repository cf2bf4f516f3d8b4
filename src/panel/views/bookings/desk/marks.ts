import { api } from '../../../lib/api.ts'
import type { Hotel, WholeDesk } from '../../../lib/types.ts'

/** What of a desk can be written. */
export type DeskChange = Partial<{
  note: string
  tags: string[]
  roomNumber: string | null
  arrivedAt: string | null
  leftAt: string | null
}>

/** Writes what the desk keeps beside a booking. @throws Problem */
export const writeDesk = (hotel: Hotel, code: string, body: DeskChange): Promise<WholeDesk> =>
  api.patch<WholeDesk>(`/v1/panel/bookings/${code}/desk?hotel=${encodeURIComponent(hotel.slug)}`, {
    body,
  })

/** This moment, as marks are written. */
export const now = (): string => new Date().toISOString()
