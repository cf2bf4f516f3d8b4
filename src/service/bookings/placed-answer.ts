import type { Booking, SourceType } from '../../domain/bookings/booking.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import { findIdempotentAnswer } from '../../store/bookings/idempotency.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { FORM_OWNER } from '../kept-answers.ts'
import { hashesOf } from '../strangers/networks.ts'
import type { Taker } from '../strangers/taking.ts'

/**
 * The part of an answer kept for replay under its Idempotency-Key: never the token; for an answer with a token the
 * network that received it.
 */
export type PlacedAnswer<Placed> = Placed & { network?: string }

/** The caller who books, and the origin of the call. */
type Booker = {
  source: { type: SourceType; userId: string | null }
  isAnonymous?: boolean
  taker: Taker | null
}

/** How long a replay still includes the token (`contract-access`). */
const REPLAYED_TOKEN_MS = 15 * 60 * 1_000

/** Returns the part of an answer that is kept for replays. */
export const keptAnswer = <Placed>(
  deps: Deps,
  record: Placed,
  booker: Booker,
): PlacedAnswer<Placed> => ({
  ...record,
  ...(booker.isAnonymous && { network: networkOf(deps, booker) }),
})

/**
 * Returns the answer of a replay. It includes the token if the booking was made without a session, the replay comes
 * soon and from the same network, and no link was revoked; otherwise only the mails have it.
 *
 * @param find finds the booking, or the first one of the group, by its code
 */
export async function replayPlaced<Placed extends { code: string; createdAt: string }>(
  tx: Tx,
  deps: Deps,
  { network, ...kept }: PlacedAnswer<Placed>,
  {
    booker,
    find,
  }: { booker: Booker; find: (tx: Tx, code: string) => Promise<Booking | undefined> },
): Promise<{ record: Placed; manageToken?: string | null }> {
  const record = kept as unknown as Placed
  if (!booker.isAnonymous) return { record }
  const isSoon = deps.nowMs() < Date.parse(record.createdAt) + REPLAYED_TOKEN_MS
  const isFromThere = network === networkOf(deps, booker)
  const booking = isSoon && isFromThere ? await find(tx, record.code) : undefined
  return { record, manageToken: booking?.manageEpoch === 0 ? deps.tokens.manage(booking) : null }
}

/** A booking or group as the form that made it knows it: its code, and the Idempotency-Key of the form. */
export type PlacedForm = { code: string; key: string; address: string }

/**
 * Returns the token of what a stranger's form made, to the network that it was made from and within 15 minutes, as a
 * replay would; null otherwise. The page after a press is read by it, so that it may be loaded again.
 */
export async function findPlacedToken(
  deps: Deps,
  { code, key, address }: PlacedForm,
): Promise<string | null> {
  const { store, tokens, nowMs } = deps
  const booking = (await findBooking(store, code)) ?? (await listGroup(store, code))[0]
  if (!booking) return null
  const sinceMs = nowMs() - REPLAYED_TOKEN_MS + 1
  const row = await findIdempotentAnswer(store, { owner: FORM_OWNER, key, sinceMs })
  if (row?.bookingCode !== code || booking.manageEpoch !== 0) return null
  const { network } = JSON.parse(row.answer) as PlacedAnswer<object>
  const taker: Taker = { standing: 'none', address, site: null }
  const isFromThere = network === hashesOf(tokens, taker).network
  return isFromThere ? tokens.manage(booking) : null
}

/** Returns a hash of the booker's network; a site without a named visitor has a network of its own. */
function networkOf({ tokens }: Deps, { taker }: Booker): string {
  return (taker && hashesOf(tokens, taker).network) || tokens.network(`site ${taker?.site?.id}`)
}

/** Returns the actor of a guest's or an agency's booking. */
export function bookerOf(code: string, { source, isAnonymous, taker }: Booker): Actor {
  const actor = { type: 'booking' as const, id: code }
  if (source.type === 'agency') return { ...actor, by: 'agency', how: 'session' }
  if (taker?.site) return { ...actor, by: 'guest', how: 'site' }
  const hasSession = !isAnonymous && source.userId !== null
  return { ...actor, by: 'guest', ...(hasSession && { how: 'session' }) }
}
