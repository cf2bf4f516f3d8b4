import type { BookingRecord, SourceType } from '../../domain/bookings/booking.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { hashesOf } from '../strangers/networks.ts'
import type { Taker } from '../strangers/taking.ts'

/** What is kept of an answer under its key: never the token, and of one that had one the network that it went to. */
export type PlacedAnswer = BookingRecord & { network?: string }

/** Who asks for a booking, and from where. */
type Booker = {
  source: { type: SourceType; userId: string | null }
  isAnonymous?: boolean
  taker: Taker | null
}

/** For how long a replay has the token (`contract-access`). */
const REPLAYED_TOKEN_MS = 15 * 60 * 1_000

/** What of an answer is kept for its replays. */
export const keptAnswer = (deps: Deps, record: BookingRecord, booker: Booker): PlacedAnswer => ({
  ...record,
  ...(booker.isAnonymous && { network: networkOf(deps, booker) }),
})

/**
 * What is answered again: with the token where a booking without a session is asked for soon after, from the same
 * network, and no link of it was ended; else with none, for the mails have it.
 */
export async function replayPlaced(
  tx: Tx,
  deps: Deps,
  { network, ...record }: PlacedAnswer,
  booker: Booker,
): Promise<{ record: BookingRecord; manageToken?: string | null }> {
  if (!booker.isAnonymous) return { record }
  const isSoon = deps.nowMs() < Date.parse(record.createdAt) + REPLAYED_TOKEN_MS
  const isFromThere = network === networkOf(deps, booker)
  const booking = isSoon && isFromThere ? await findBooking(tx, record.code) : undefined
  return { record, manageToken: booking?.manageEpoch === 0 ? deps.tokens.manage(booking) : null }
}

/** A hash of the network that somebody books from; of a site that says no visitor its own. */
function networkOf({ tokens }: Deps, { taker }: Booker): string {
  return (taker && hashesOf(tokens, taker).network) || tokens.network(`site ${taker?.site?.id}`)
}

/** As whom a guest or an agency books. */
export function bookerOf(code: string, { source, isAnonymous, taker }: Booker): Actor {
  const actor = { type: 'booking' as const, id: code }
  if (source.type === 'agency') return { ...actor, by: 'agency', how: 'session' }
  if (taker?.site) return { ...actor, by: 'guest', how: 'site' }
  const hasSession = !isAnonymous && source.userId !== null
  return { ...actor, by: 'guest', ...(hasSession && { how: 'session' }) }
}
