import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import {
  asksByMail,
  LINK_FACTOR,
  type StrangerContext,
  type Verdict,
  WIDE_FACTOR,
} from '../../domain/strangers/stranger-judge.ts'
import { heldShare, networkBounds } from '../../domain/strangers/strangers.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { CountPlace } from '../../store/strangers/counts.ts'
import { findNextHoldEnd, listTakes, type TakeWindow } from '../../store/strangers/takes.ts'
import type { Deps } from '../deps.ts'
import type { Taker, WebTake } from './taking.ts'

type Refusal = {
  verdict: Extract<Verdict, { kind: 'refuse' }>
  taking: WebTake
  place: CountPlace
  context: StrangerContext
  site: Taker['site']
}

/** A rate limit over a window, and the window's length. */
type WindowBound = Omit<TakeWindow, 'sinceMs'> & { windowMs: number; max: number }

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** The worker returns the rooms of an expired hold within this time. */
const PASS_MS = 2_000

/**
 * Returns the error that refuses a stranger: 429 with a sufficient Retry-After, or 409 with the hotel's contact if no
 * wait helps.
 */
export async function refusalOf(handle: Handle, deps: Deps, refusal: Refusal): Promise<AppError> {
  const { verdict, taking } = refusal
  if (verdict.bound === 'brake') deps.brakeRefusals.add(taking.hotel.id)
  if (!verdict.later) return askTheHotel(taking.hotel)
  const atMs =
    verdict.bound === 'held'
      ? await findHoldsEndMs(handle, refusal)
      : await findFittingMs(handle, refusal)
  if (atMs === undefined) return askTheHotel(taking.hotel)
  const retryAfterSeconds = Math.max(1, Math.ceil((atMs - deps.nowMs()) / 1_000))
  return new AppError('rate_limited', detailOf(refusal), { limit: 'strangers', retryAfterSeconds })
}

/** Returns the time when, on every overfull night, a hold has expired and its room is returned. */
async function findHoldsEndMs(
  handle: Handle,
  { taking: { whole }, place, context }: Refusal,
): Promise<number | undefined> {
  const least = heldShare(context.rooms) - whole.rooms + 1
  const atMs = await findNextHoldEnd(handle, place, least)
  return atMs && atMs + PASS_MS
}

function detailOf({ verdict: { bound }, site }: Refusal): string {
  if (bound === 'held')
    return 'Too many rooms of these nights are on hold at the moment; some will be free again soon.'
  if (bound === 'site')
    return `This site may book at most ${site!.roomNightsPerHour} room-nights an hour; try the rest later.`
  return 'Too much was booked from this network within a short time; try again later.'
}

/** Returns the error that points to the hotel itself: its telephone, else its e-mail. */
export function askTheHotel({ phone, email }: Pick<Hotel, 'phone' | 'email'>): AppError {
  const where = phone ?? email
  const detail = `The hotel takes no more such bookings online at present; contact it${where ? ` at ${where}` : ''}.`
  return new AppError('ask_the_hotel', detail, { members: { phone, email } })
}

/** Returns the time when enough room-nights have left every window for this take; undefined if it never fits. */
async function findFittingMs(
  handle: Handle,
  { taking: { roomNights }, place, context, site }: Refusal,
): Promise<number | undefined> {
  let latestMs = 0
  for (const { windowMs, max, ...window } of windowsOf(place, context, site)) {
    if (roomNights > max) return undefined
    const rows = await listTakes(handle, { ...window, sinceMs: place.nowMs - windowMs })
    let left = rows.reduce((sum, { nights }) => sum + nights, 0)
    for (const { atMs, nights } of rows) {
      if (left + roomNights <= max) break
      left -= nights
      latestMs = Math.max(latestMs, atMs + windowMs)
    }
  }
  return latestMs
}

function windowsOf(
  { hotelId, network, wideNetwork, siteId }: CountPlace,
  context: StrangerContext,
  site: Taker['site'],
): WindowBound[] {
  const bounds = networkBounds(context.rooms)
  const times = asksByMail(context) ? LINK_FACTOR : 1
  const of = (by: TakeWindow['by'], factor: number): WindowBound[] => [
    { by, hotelId, windowMs: HOUR_MS, max: bounds.hour * factor * times },
    { by, hotelId, windowMs: DAY_MS, max: bounds.day * factor * times },
    { by, hotelId: null, windowMs: DAY_MS, max: bounds.all * factor * times },
  ]
  const ofSite = (max: number): WindowBound[] => [
    { by: { siteId }, hotelId: null, windowMs: HOUR_MS, max },
  ]
  return [
    ...(network === '' ? [] : of({ wideNetwork, network }, 1)),
    ...(network === '' ? [] : of({ wideNetwork }, WIDE_FACTOR)),
    ...(site ? ofSite(site.roomNightsPerHour) : []),
  ]
}
