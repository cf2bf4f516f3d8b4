/** The kept state of Roomwire, and the journal records that make it. Fields that this version does not know stay. */
import type { Booking, Change, ChangedRateDay, RoomDay } from '../../client/call.ts'

export type Day = RoomDay
/** A day of a rate as it is stored there; null is inherited. */
export type RateCell = ChangedRateDay
export type { Booking, Change }

/** Rooms of one type on some nights. */
export type Stay = { roomCode: string; rooms: number; nights: string[] }

/** The part of a booking that your system has. */
export type Kept = { revision: number; externalId?: string | undefined; stay: Stay }

/** A booking with what has become of it here. */
export type Entry = {
  booking: Booking
  kept?: Kept | undefined
  /** The newest revision that Roomwire knows your system to have; 0: none. */
  acked: number
  /** Roomwire has it no more: a restored backup or a failover has lost it. */
  isLost?: boolean | undefined
}

/** One step of the journal. */
export type Step =
  /** A page of the feed, the place where it begins and the place after it. */
  | { step: 'page'; changes: Change[]; from: string | undefined; cursor: string }
  /** Everything, and the place of the feed before it was read. */
  | { step: 'all'; days: Day[]; bookings: Booking[]; cursor: string }
  /** All days of a new range, and the place of the feed before they were read. */
  | { step: 'days'; days: Day[]; cursor: string | undefined }
  /** Your system has it. */
  | { step: 'kept'; code: string; kept: Kept }
  /** Roomwire knows that. */
  | { step: 'acked'; acks: { code: string; revision: number }[] }
  /** Your system knows that Roomwire has it no more. */
  | { step: 'dropped'; code: string }
  | { step: 'note'; name: string; value: string }
  /** Parts of what compaction writes. */
  | { step: 'entries'; entries: Entry[] }
  | { step: 'rates'; rates: RateCell[] }
