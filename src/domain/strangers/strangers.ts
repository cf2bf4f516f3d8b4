import type { CalendarDate } from '../kernel/date.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'

/** Which of a hotel's bookings on the web wait for a mailed link: none, those past a share of each night, or all. */
export const WEB_PROOFS = ['none', 'share', 'always'] as const
export type WebProof = (typeof WEB_PROOFS)[number]

/** Which bounds hold beside the size of one booking: all; `night` lifts mailbox, network and brake (the demo), not those of a site; none. */
export type StrangerLimits = 'all' | 'night' | 'none'

/** What a hotel lets strangers book (`contract-access`, *What strangers may take*). */
export type WebRules = {
  /** Rooms and nights of one booking. */
  webMaxRooms: number
  webMaxNights: number
  webProof: WebProof
  /** Until when the brake is lifted; null: it is not. */
  webBrakeLiftedUntilMs: number | null
}

/** Rooms and nights of one booking on the web, where the hotel says nothing else, and the most it may say. */
export const WEB_ROOMS_DEFAULT = 5
export const WEB_ROOMS_MAX = 50
export const WEB_NIGHTS_DEFAULT = 30
export const WEB_NIGHTS_MAX = 90

/** Whether a stay is more than a hotel lets a guest book on the web at once (`contract-access`, *One booking*). */
export const isTooLarge = (
  { webMaxRooms, webMaxNights }: Pick<WebRules, 'webMaxRooms' | 'webMaxNights'>,
  { rooms, nights }: { rooms: number; nights: number },
): boolean => rooms > webMaxRooms || nights > webMaxNights

/** Days for which an owner lifts the brake at most. */
export const BRAKE_LIFT_DAYS_MAX = 7

/** What is wrong with lifting the brake until an instant: it has passed, or is too far. */
export function brakeLiftFlaws(untilMs: number, nowMs: number): Flaw[] {
  const path = '/webBrakeLiftedUntil'
  if (untilMs <= nowMs) return [flaw(path, 'date_in_past', 'Must be in the future.')]
  if (untilMs <= nowMs + BRAKE_LIFT_DAYS_MAX * DAY_MS) return []
  return [flaw(path, 'date_too_far', `At most ${BRAKE_LIFT_DAYS_MAX} days ahead.`)]
}
const DAY_MS = 86_400_000

/** What a booking counts as where bounds are judged: proven by nobody, by its mailbox, or by the hotel for an earlier stay of that. */
export type GuestProof = 'none' | 'mail' | 'stay'

/** What the brake lets pass in 24 hours and in 7 days, in room-nights. */
export type BrakeBounds = { day: number; week: number }

/**
 * Days that the brake bounds, and those before them that the mean day is reckoned over: with the days that it bounds
 * among them, a wave would raise its own bound. A hotel that is not older than the former has no mean day.
 */
export const BRAKE_DAYS = 7
export const MEAN_DAYS = 28

/**
 * The room-nights of strangers and of people proven by mail that a hotel confirms at most (`contract-access`, *Brake*).
 *
 * @param rooms of the hotel
 * @param meanDay room-nights of a usual day; null: the hotel is too young to have one
 */
export function brakeBounds(rooms: number, meanDay: number | null): BrakeBounds {
  return {
    day: Math.floor(Math.max(60, 4 * rooms, 5 * (meanDay ?? 0))),
    week: Math.floor(Math.max(80, 8 * rooms, 14 * (meanDay ?? 0))),
  }
}

/** Whether sums of the brake are past half of what it lets pass, or have reached all of it. */
export function brakeLevel(
  { day, week }: BrakeBounds,
  bounds: BrakeBounds,
): 'none' | 'half' | 'whole' {
  if (day >= bounds.day || week >= bounds.week) return 'whole'
  return 2 * day >= bounds.day || 2 * week >= bounds.week ? 'half' : 'none'
}

/** Room-nights that one network makes at a hotel in an hour and in 24 hours, and in 24 hours over all hotels. */
export const networkBounds = (rooms: number) => ({
  hour: Math.max(45, 2 * rooms),
  day: Math.max(60, 3 * rooms),
  all: NETWORK_DAY_ALL,
})
const NETWORK_DAY_ALL = 600

/** How long after its end a hold that waited for its link is sold all the same. */
export const LATE_PROOF_MS = DAY_MS

/** Whether a confirmed booking is disowned for nothing: within 24 hours of its making and before its check-in day. */
export const isDisownedInTime = (
  { createdAtMs, checkin }: { createdAtMs: number; checkin: CalendarDate },
  nowMs: number,
  today: CalendarDate,
): boolean => nowMs < createdAtMs + DAY_MS && today < checkin

/** Rooms of one night that are sold without proof, of the hotel and of a room type. */
export const nightShare = (rooms: number, roomsOfType: number) => ({
  hotel: Math.max(1, Math.floor(rooms / 4)),
  type: Math.floor(roomsOfType / 2),
})

/** Rooms of one night that holds of strangers and of people proven by mail take at most. */
export const heldShare = (rooms: number) => Math.max(1, Math.floor(rooms / 4))
