import type { Booking } from '../../domain/bookings/booking.ts'

/** What a token is of: of another booking, or after an epoch has ended its links, it is another one. */
type Opened = Pick<Booking, 'id' | 'manageEpoch'>

/** Tokens of bookings, which are compared and stored nowhere (`contract-access`, *A booking's own key*). */
export type BookingTokens = {
  /** Lets whoever has it act as the booking's guest: 22 characters of base64url. */
  manage(booking: Opened): string
  /** Shows that whoever has it reads the guest's mailbox: likewise. */
  proof(booking: Opened): string
  /** A hash of a network's name, from which it cannot be had. */
  network(name: string): string
}

const CHARACTERS = 22

/** Tokens of HMAC-SHA256 (RFC 2104) under a key of their own, each kind under its label. @param key 32 random bytes */
export function createBookingTokens(key: Buffer): BookingTokens {
  const tag = (text: string) =>
    new Bun.CryptoHasher('sha256', key).update(text).digest('base64url').slice(0, CHARACTERS)
  return {
    manage: ({ id, manageEpoch }) => tag(`manage ${id} ${manageEpoch}`),
    proof: ({ id, manageEpoch }) => tag(`proof ${id} ${manageEpoch}`),
    network: (name) => tag(`network ${name}`),
  }
}
