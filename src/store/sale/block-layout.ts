import { BLOCK_DAYS } from '../../domain/sale/day-block.ts'
import { PACKED_FORM } from '../../domain/sale/packed-block.ts'
import type { SearchHotel } from '../../domain/sale/search.ts'

/**
 * A text that is the same for two hotels exactly if their packed blocks have the same form and cells: the room types
 * and rates in their order, and which rates have prices of their own. Prices of derived rates are not packed.
 */
export function layoutOf({ rooms, rates }: Pick<SearchHotel, 'rooms' | 'rates'>): string {
  const ofRates = rates?.map(({ rateCode, pricing }) => [rateCode, pricing?.type === 'own'])
  const parts = [PACKED_FORM, BLOCK_DAYS, rooms.map(({ roomCode }) => roomCode), ofRates ?? null]
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('base64url')
}
