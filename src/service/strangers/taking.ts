import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { TakingAct } from '../../domain/strangers/stranger-judge.ts'
import type { WebNights } from '../../domain/strangers/web-nights.ts'

/** Who takes rooms, and by which way. */
export type Taker = {
  /** What their bookings are proven by from the beginning. */
  standing: 'none' | 'mail' | 'stay' | 'hotel'
  /** Where the call comes from; null: a site said no visitor. */
  address: string | null
  /** The site whose key it carries. */
  site: { id: string; name: string; roomNightsPerHour: number } | null
}

/** Rooms that are to be taken in a transaction that holds the hotel. */
export type WebTake = {
  act: TakingAct
  hotel: Hotel
  rooms: readonly RoomType[]
  /** `code` is '' before there is a booking; `own` are its nights as they are counted. */
  booking: { code: string; mailbox: string | null; own: WebNights | undefined }
  isPressed: boolean
  roomCode: string
  roomNights: number
  /** Of the booking as it is then. */
  whole: { rooms: number; roomNights: number }
  from: CalendarDate
  to: CalendarDate
}
