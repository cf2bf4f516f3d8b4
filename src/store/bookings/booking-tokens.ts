import type { Booking } from '../../domain/bookings/booking.ts'

/**
 * The input of a token. Another booking, or a new epoch, which revokes the links, gives another token. The bookings of a
 * group have the token of the group.
 */
type TokenSource = Pick<Booking, 'id' | 'groupCode' | 'manageEpoch'>

/** Tokens of bookings. They are recomputed for each comparison, and stored nowhere (`contract-access`, *A booking's own key*). */
export type BookingTokens = {
  /** Its holder may act as the booking's guest; 22 characters of base64url. */
  manage(booking: TokenSource): string
  /** Its holder reads the guest's mailbox; 22 characters of base64url. */
  proof(booking: TokenSource): string
  /** A keyed hash of a network's name, which cannot be reversed. */
  network(name: string): string
}

const CHARACTERS = 22

/** Booking ids are numbers, so that no group has the name of a booking. */
const nameOf = ({ id, groupCode }: TokenSource) => (groupCode === null ? id : `group ${groupCode}`)

/** Makes the tokens by HMAC-SHA256 (RFC 2104), each kind under its own label. @param key 32 random bytes */
export function createBookingTokens(key: Buffer): BookingTokens {
  const tag = (text: string) =>
    new Bun.CryptoHasher('sha256', key).update(text).digest('base64url').slice(0, CHARACTERS)
  return {
    manage: (booking) => tag(`manage ${nameOf(booking)} ${booking.manageEpoch}`),
    proof: (booking) => tag(`proof ${nameOf(booking)} ${booking.manageEpoch}`),
    network: (name) => tag(`network ${name}`),
  }
}
