import type { Booking } from '../../domain/bookings/booking.ts'
import { isStanding } from '../../domain/bookings/erasure.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { instantText } from '../../domain/kernel/date.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import {
  type AnswerPlace,
  deleteAnswers,
  eraseNext,
  listAnswers,
  listErasedAnswers,
  listOpenErasures,
  type OpenErasure,
} from '../../store/bookings/erase-rest.ts'
import { eraseBookings } from '../../store/bookings/erasures.ts'
import { type GuestOf, listToErase } from '../../store/bookings/to-erase.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import { deleteMeta, findMeta, writeMeta } from '../../store/engine/meta.ts'
import { readSlices } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { queueEvent } from '../queue-event.ts'
import { PASS_MAX } from './work-through.ts'

type Erasing = Pick<Deps, 'store'>

/** Told of erasures before they are finished behind: what a kill leaves is open, and told by the next pass. */
export type TellErased = (hotelSlug: string, codes: string[]) => void

/**
 * Erases a guest (GDPR art. 17): in one transaction wherever the guest is shown or found, then in slices in revisions,
 * events and history, and at last in the database's log. What a crash leaves, the next pass finishes
 * (`finishErasures`). Erasing again cleans again, and tells nobody.
 *
 * @returns the bookings that are erased now
 * @throws AppError `not_found` for an unknown code, `booking_stands` if any booking stands: then nothing is erased
 */
export async function eraseGuest(
  deps: Deps,
  actor: Actor,
  { hotelId, by, tell }: { hotelId: number; by: GuestOf; tell?: TellErased },
): Promise<Booking[]> {
  const { erased, slug } = await inHotel(deps.store, hotelId, async (tx) => {
    const hotel = (await findHotel(tx, hotelId))!
    const bookings = await listToErase(tx, hotelId, by)
    if ('codes' in by) refuseUnknown(by.codes, bookings)
    refuseStanding(bookings, hotel, deps.nowMs())
    await eraseInTx(tx, deps, actor, hotel, bookings)
    return { erased: bookings, slug: hotel.slug }
  })
  if (erased.length > 0) {
    const codes = erased.map(({ code }) => code)
    tell?.(slug, codes)
    await dropAnswers(deps)
  }
  await finishAll(
    deps,
    erased.map(({ id: bookingId, code }) => ({ bookingId, hotelId, code })),
  )
  await scrub(deps)
  return erased
}

/** Erases the guests of bookings that do not stand, in a transaction that holds the lock of their hotel. */
export async function eraseInTx(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  hotel: Hotel,
  bookings: readonly Booking[],
): Promise<void> {
  if (bookings.length === 0) return
  const atMs = deps.nowMs()
  await eraseBookings(tx, hotel.id, bookings, atMs)
  for (const due of ['guest_scrub_due', 'guest_strays_due'] as const)
    await writeMeta(tx, due, instantText(atMs))
  for (const { code, groupCode, erasedAtMs } of bookings) {
    if (erasedAtMs !== null) continue
    const after = { guest: 'erased' }
    await audit(tx, deps, { entity: 'desk', entityId: code, hotelId: hotel.id, actor, after })
    const data = { code, groupCode, erasedAt: instantText(atMs) }
    const booking = { code, revision: null }
    await queueEvent(tx, deps, hotel, { event: 'guest.erased', data, atMs, booking })
  }
}

/**
 * Finishes the erasures that were begun, a booking at a time in small transactions.
 *
 * @param found called with those that are to be finished next
 */
export async function finishErasures(
  deps: Erasing,
  stopping?: AbortSignal,
  found: (open: readonly OpenErasure[]) => Promise<void> = async () => {},
): Promise<void> {
  const next = (afterId: number) => listOpenErasures(deps.store, afterId, PASS_MAX)
  let open = await next(0)
  if (open.length > 0) await dropAnswers(deps)
  while (open.length > 0) {
    await found(open)
    await finishAll(deps, open, stopping)
    if (stopping?.aborted) return
    open = await next(open.at(-1)!.bookingId)
  }
  await scrub(deps)
}

async function finishAll(
  deps: Erasing,
  erasures: readonly OpenErasure[],
  stopping?: AbortSignal,
): Promise<void> {
  for (const erasure of erasures) {
    if (stopping?.aborted) return
    await finish(deps, erasure)
  }
}

/** Drops the answers that repeated requests about erased bookings would get: all of a day are looked at. */
async function dropAnswers({ store }: Erasing): Promise<void> {
  const slices = readSlices<AnswerPlace>((after, limit) => listAnswers(store, after, limit))
  for await (const answers of slices) {
    const theirs = await listErasedAnswers(store, answers)
    if (theirs.length > 0) await store.tx((tx) => deleteAnswers(tx, theirs))
  }
}

async function finish({ store }: Erasing, erasure: OpenErasure): Promise<void> {
  const next = () =>
    inHotel(store, erasure.hotelId, async (tx) => {
      return await eraseNext(tx, erasure)
    })
  while (await next());
}

/** Clears the erased data out of the database's log, unless a long read still needs it: then a later pass does. */
async function scrub({ store }: Erasing): Promise<void> {
  const dueSince = await findMeta(store, 'guest_scrub_due')
  if (dueSince === undefined || !(await store.scrub())) return
  await store.tx(async (tx) => {
    // Erasures that began meanwhile need a pass of their own.
    if ((await findMeta(tx, 'guest_scrub_due')) === dueSince)
      await deleteMeta(tx, 'guest_scrub_due')
  })
}

/** @throws AppError `not_found` */
function refuseUnknown(codes: readonly string[], bookings: readonly Booking[]): void {
  const known = new Set(bookings.flatMap(({ code, groupCode }) => [code, groupCode]))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined)
    throw new AppError('not_found', `This hotel has no booking ${unknown}; nobody was erased.`)
}

/** @throws AppError `booking_stands` */
function refuseStanding(bookings: readonly Booking[], hotel: Hotel, nowMs: number): void {
  const codes = bookings.filter((each) => isStanding(each, hotel, nowMs)).map(({ code }) => code)
  if (codes.length === 0) return
  throw new AppError(
    'booking_stands',
    `Nobody was erased: these bookings stand until they are cancelled or have ended: ${codes.join(', ')}.`,
    {
      members: { codes },
    },
  )
}
