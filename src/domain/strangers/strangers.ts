import type { CalendarDate } from '../kernel/date.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'

/** The policy for proof of web bookings: none, those beyond a share of each night, or all. */
export const WEB_PROOFS = ['none', 'share', 'always'] as const
export type WebProof = (typeof WEB_PROOFS)[number]

/**
 * The active limits besides the size of a booking: all; `night` lifts mailbox, network and brake (the demo), not those
 * of a site; none.
 */
export type StrangerLimits = 'all' | 'night' | 'none'

/** A hotel's rules for web bookings (`contract-access`, *What strangers may take*). */
export type WebRules = {
  /** Limits of one booking: rooms and nights. */
  webMaxRooms: number
  webMaxNights: number
  webProof: WebProof
  /** End of the brake's suspension; null: not suspended. */
  webBrakeLiftedUntilMs: number | null
}

/** Default and maximum limits of one web booking: rooms and nights. */
export const WEB_ROOMS_DEFAULT = 5
export const WEB_ROOMS_MAX = 50
export const WEB_NIGHTS_DEFAULT = 30
export const WEB_NIGHTS_MAX = 90

/** True if a stay exceeds a hotel's size limit for one web booking (`contract-access`, *One booking*). */
export const isTooLarge = (
  { webMaxRooms, webMaxNights }: Pick<WebRules, 'webMaxRooms' | 'webMaxNights'>,
  { rooms, nights }: { rooms: number; nights: number },
): boolean => rooms > webMaxRooms || nights > webMaxNights

/** Longest suspension of the brake by an owner, in days. */
export const BRAKE_LIFT_DAYS_MAX = 7

/** Returns the flaws in the brake's suspension: its end has passed, or is too far. */
export function brakeLiftFlaws(untilMs: number, nowMs: number): Flaw[] {
  const path = '/webBrakeLiftedUntil'
  if (untilMs <= nowMs) return [flaw(path, 'date_in_past', 'Must be in the future.')]
  if (untilMs <= nowMs + BRAKE_LIFT_DAYS_MAX * DAY_MS) return []
  return [flaw(path, 'date_too_far', `At most ${BRAKE_LIFT_DAYS_MAX} days ahead.`)]
}
const DAY_MS = 86_400_000

/** The proof of a booking: none, its mailbox, or the hotel through an earlier stay of that mailbox. */
export type GuestProof = 'none' | 'mail' | 'stay'

/** The brake's limits (a circuit breaker) in 24 hours and in 7 days, in room-nights. */
export type BrakeBounds = { day: number; week: number }

/**
 * Days that the brake limits, and the earlier days that give the mean: a wave among them would raise its own limit. A
 * hotel younger than the former has no mean.
 */
export const BRAKE_DAYS = 7
export const MEAN_DAYS = 28

/**
 * Returns the brake's limits, a circuit breaker for room-nights of strangers and guests proven by mail that a hotel
 * confirms (`contract-access`, *Brake*).
 *
 * @param rooms of the hotel
 * @param meanDay room-nights of a usual day; null: the hotel is too new
 */
export function brakeBounds(rooms: number, meanDay: number | null): BrakeBounds {
  return {
    day: Math.floor(Math.max(60, 4 * rooms, 5 * (meanDay ?? 0))),
    week: Math.floor(Math.max(80, 8 * rooms, 14 * (meanDay ?? 0))),
  }
}

/** Returns the brake's level: past half of its limit, or all of it. */
export function brakeLevel(
  { day, week }: BrakeBounds,
  bounds: BrakeBounds,
): 'none' | 'half' | 'whole' {
  if (day >= bounds.day || week >= bounds.week) return 'whole'
  return 2 * day >= bounds.day || 2 * week >= bounds.week ? 'half' : 'none'
}

/** Returns a network's limits in room-nights: at a hotel per hour and per 24 hours, and per 24 hours in all hotels. */
export const networkBounds = (rooms: number) => ({
  hour: Math.max(45, 2 * rooms),
  day: Math.max(60, 3 * rooms),
  all: NETWORK_DAY_ALL,
})
const NETWORK_DAY_ALL = 600

/** A hold that waited for its link can still be sold this long after its end. */
export const LATE_PROOF_MS = DAY_MS

/** True if a confirmed booking is disowned in time, free of charge: within 24 hours and before its check-in day. */
export const isDisownedInTime = (
  { createdAtMs, checkin }: { createdAtMs: number; checkin: CalendarDate },
  nowMs: number,
  today: CalendarDate,
): boolean => nowMs < createdAtMs + DAY_MS && today < checkin

/** Returns the share of one night sold without proof: of the hotel, and of a room type. */
export const nightShare = (rooms: number, roomsOfType: number) => ({
  hotel: Math.max(1, Math.floor(rooms / 4)),
  type: Math.floor(roomsOfType / 2),
})

/** Returns the share of one night for holds of strangers and guests proven by mail. */
export const heldShare = (rooms: number) => Math.max(1, Math.floor(rooms / 4))
