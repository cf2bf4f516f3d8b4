import { daysOf, pull } from './http.ts'
import type { TestHotel } from './service.ts'

export const DATE = '2027-04-01'
export const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900 }
export const BAD = { ...GOOD, available: -1 }
export const KEY = { 'idempotency-key': 'a-key' }

/** Pushes under an Idempotency-Key. */
export const send = ({ call }: TestHotel, updates: unknown[], query = '', headers = KEY) =>
  call('PUT', `/availability${query}`, { body: { updates }, headers })
export const leftOf = async (hotel: TestHotel) =>
  daysOf(await pull(hotel, DATE), 'DBL')[0]!.available
export const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')
