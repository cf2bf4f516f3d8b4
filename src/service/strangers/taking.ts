import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { TakingAct } from '../../domain/strangers/stranger-judge.ts'
import type { WebNights } from '../../domain/strangers/web-nights.ts'

/** The person or site that takes rooms, and its way in. */
export type Taker = {
  /** The proof that its bookings start with. */
  standing: 'none' | 'mail' | 'stay' | 'hotel'
  /** The address of the caller; null if a site named no visitor. */
  address: string | null
  /** The site whose key the call carries. */
  site: { id: string; name: string; roomNightsPerHour: number } | null
}

/** A take of rooms, to be judged in a transaction that locks the hotel. */
export type WebTake = {
  act: TakingAct
  hotel: Hotel
  rooms: readonly RoomType[]
  /** `code` is '' before the booking exists; `own` are its nights as counted. */
  booking: { code: string; mailbox: string | null; own: WebNights | undefined }
  isPressed: boolean
  roomCode: string
  roomNights: number
  /** Size of the whole booking after the take. */
  whole: { rooms: number; roomNights: number }
  /** Rooms of this stay on a night, for one stay of a group; default: those of the whole. */
  stayRooms?: number | undefined
  /** True if it waits for the mailed link in any case, as another stay of its group does. */
  isAsked?: boolean | undefined
  from: CalendarDate
  to: CalendarDate
}
