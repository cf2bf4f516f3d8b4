import { jpeg } from './pictures.ts'
import type { TestHotel } from './service.ts'

/** A derived rate of DBL. */
export const SAVER = {
  rateCode: 'NRF',
  name: 'Saver',
  roomCodes: ['DBL'],
  pricing: { type: 'derived' },
  cancellation: { freeUntilDays: null, penalty: 'all' },
}

/** A room type with what it must have. */
export const SUITE = {
  roomCode: 'STE',
  name: 'Suite',
  maxAdults: 2,
  maxOccupancy: 2,
  boards: ['RO'],
}

/** Sends a photo of the hotel, or of the room type in the query, with a key. */
export const sendPhoto = ({ call }: TestHotel, query = '', file = jpeg()) =>
  call('POST', `/photos${query}`, {
    raw: new Uint8Array(file),
    headers: { 'content-type': 'image/jpeg' },
  })
