/** The part of your system (PMS) in the connector: the one thing that you write. */
import type { Booking } from './entries.ts'

/** A day as your system wants it to be at Roomwire; what is left out stays as it is there. */
export type WantedDay = {
  roomCode: string
  date: string
  /** Rooms that your system has left, all its bookings taken off, those from Roomwire that it has kept among them. */
  available?: number | undefined
  /** In minor units of the hotel's currency. */
  priceCents?: number | undefined
  /** Stop sale. */
  closed?: boolean | undefined
}

export type KeepContext = {
  /** The revision that your system has, as far as is known; it may have a newer one after a kill. */
  keptRevision: number | null
  /** All bookings of its group that are known so far, in order; empty for a lone booking. */
  group: Booking[]
}

export type Pms = {
  /**
   * Keeps a booking as it is now: new, changed, cancelled, no-show, completed. It may be called again with the same
   * revision: keep it by `code` and `revision`. Resolve when it is on your disk, only then is it acknowledged. A
   * rejection is repeated with back-off, other bookings go on; 30 minutes later the hotel is alarmed by Roomwire.
   *
   * @returns your id of it, under which Roomwire finds it
   */
  keepBooking(
    booking: Booking,
    context: KeepContext,
    // biome-ignore lint/suspicious/noConfusingVoidType: a function without a result is good.
  ): Promise<{ externalId?: string } | undefined | void>
  /** Hears that Roomwire has lost a booking that your system has: a backup was restored there. */
  dropBooking?(booking: Booking): Promise<void>
  /** True if `keepBooking` is called for holds (`pending`), too; they are never acknowledged. */
  wantsHolds?: boolean
  /** Tells what Roomwire shall show, from one date to another, both included. Nothing is pushed without it. */
  wantedDays?(range: { from: string; to: string }): Promise<WantedDay[]>
}
