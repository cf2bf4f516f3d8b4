import type { Hotel } from '../../domain/catalog.ts'
import type { Actor } from '../../store/availability/history.ts'

/** Where the routes of endpoints stand: under `/v1/partner`, or under `/v1/panel` with the hotel in the query. */
export type Side = 'partner' | 'panel'

/** Who calls, for which hotel; `keyId` is that of a partner. */
export type Caller = { hotel: Hotel; actor: Actor; keyId: string | null }

/** What a door lets the routes behind it know. */
export type Doored = {
  decorator: Record<never, never>
  store: Record<never, never>
  derive: Record<never, never>
  resolve: { caller: Caller }
}

/** Where something of an endpoint is found; in the panel with its hotel. */
export function placeOf(side: Side, { slug }: Hotel, id: string, more = ''): string {
  return `/v1/${side}/webhooks/${id}${more}${side === 'panel' ? `?hotel=${slug}` : ''}`
}
