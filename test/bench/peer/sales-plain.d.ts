import type { Database } from 'bun:sqlite'

type Stay = { checkin: string; checkout: string }
type Verbs = {
  book: (body: unknown) => { code: string }
  search: (ask: Stay & { city: string }) => unknown
  page: (slug: string, stay: Stay) => unknown
  reservations: (hotelId: number, range: { from: string; to: string }) => unknown
}

export function createSales(db: Database): Verbs
