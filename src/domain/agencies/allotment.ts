import { addDays, type CalendarDate } from '../kernel/date.ts'

// Allotments: rooms that a hotel sets aside for an agency. Nothing is moved; what anybody may take is worked out from
// the count of the night and what the agencies have drawn (contract-agencies, *Allotment*).

/** Rooms of an allotment on one night. */
export const ALLOTMENT_ROOMS_MAX = 9_999
/** Days before a night at which an allotment may be released. */
export const RELEASE_DAYS_MAX = 365

/** Rooms that a hotel sets aside for an agency on a night, and the days before it at which they are released. */
export type Allotment = { rooms: number; releaseDays: number }

/** An allotment with its agency and what the agency has drawn of the night. */
export type DrawnAllotment = Allotment & {
  agencyId: number
  agencyCode: string
  date: CalendarDate
  /** Rooms of the agency's live bookings, and rooms that its ended ones did not give back since the last count. */
  drawn: number
  /** True if the agency and its terms are active and nothing stops its sale. */
  isOpen: boolean
}

/** Rooms of a night that are set aside for an agency and not drawn: its own left, at least 0. */
export type OwnLeft = { agencyId: number; agencyCode: string; rooms: number }

/**
 * True if the rooms of an allotment are on sale for everybody: from `releaseDays` before the night on, or because the
 * agency does not sell at present.
 *
 * @param today in the hotel's time zone: allotments are released at its midnight
 */
export const isReleased = (
  { date, releaseDays, isOpen }: Pick<DrawnAllotment, 'date' | 'releaseDays' | 'isOpen'>,
  today: CalendarDate,
): boolean => !isOpen || today >= addDays(date, -releaseDays)

/** Returns the rooms of an allotment that stand at present: none once it is released. */
export const standingRooms = (allotment: DrawnAllotment, today: CalendarDate): number =>
  isReleased(allotment, today) ? 0 : allotment.rooms

/** Returns what an allotment still has for its agency. */
export function ownLeftOf(allotment: DrawnAllotment, today: CalendarDate): OwnLeft {
  const { agencyId, agencyCode, drawn } = allotment
  return { agencyId, agencyCode, rooms: Math.max(0, standingRooms(allotment, today) - drawn) }
}

/** Returns the rooms set aside for all agencies of a night. */
export const setAsideOf = (own: readonly OwnLeft[]): number =>
  own.reduce((sum, { rooms }) => sum + rooms, 0)

/** Returns the rooms of a night that are free for everybody. */
export const freeOf = (available: number, own: readonly OwnLeft[]): number =>
  Math.max(0, available - setAsideOf(own))

/** Returns what an agency has left of its own on a night; a booking of no agency has none. */
export const leftFor = (own: readonly OwnLeft[], agencyId: number | null): number =>
  own.find((each) => each.agencyId === agencyId)?.rooms ?? 0

/**
 * Returns how many rooms of a night somebody may take anew: an agency its own first and then what is free, everybody
 * else what is free.
 *
 * @param own what the agencies have left of their own on that night
 * @param agencyId the agency of the booking, whoever acts; null: none
 */
export const takeableRooms = (
  available: number,
  own: readonly OwnLeft[],
  agencyId: number | null,
): number => Math.min(available, leftFor(own, agencyId) + freeOf(available, own))

/** Returns the rooms of a night that nobody else can take from an agency. */
export function sureRooms(available: number, own: readonly OwnLeft[], agencyId: number): number {
  const mine = leftFor(own, agencyId)
  return Math.max(0, Math.min(mine, available - (setAsideOf(own) - mine)))
}

/** Returns how many rooms of a night may be in an agency's options beyond its allotment: a quarter, at least one. */
export const optionRoomsMax = (totalRooms: number): number =>
  Math.max(1, Math.floor(totalRooms / 4))

/**
 * Returns the rooms of an agency's options on a night that its allotment does not cover.
 *
 * @param standing rooms of its allotment that are not released
 */
export const optionsBeyond = (
  { drawn, pending }: { drawn: number; pending: number },
  standing: number,
): number => Math.min(pending, Math.max(0, drawn - standing))
