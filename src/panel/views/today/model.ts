import type { Performance } from '../../../domain/dashboard.ts'

/** Bookings that come, go or are there. */
export type Movement = { bookings: number; rooms: number; guests: number }

/** Figures of the hotel (`GET /v1/panel/dashboard`). */
export type Dashboard = Performance & {
  today: string
  arrivals: Movement
  departures: Movement
  inHouse: Movement
  from: string
  to: string
  pickupRoomNights: number
  unacked: { bookings: number; overdue: number }
  webhooks: { endpoints: number; pending: number; failing: number; switchedOff: number }
  rejectedElements: number
  daysWithoutPrice: number
  firstDayWithoutPrice: string | null
  oversoldNights: number
  firstOversoldNight: string | null
}

/** A night of the outlook. */
export type Night = {
  date: string
  roomsSold: number
  roomsTotal: number
  occupancyBasisPoints: number | null
  revenueCents: number
}

/** Night by night (`GET /v1/panel/dashboard/days`). */
export type Nights = { items: Night[] }
