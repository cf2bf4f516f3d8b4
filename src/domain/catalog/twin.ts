import type { Hotel } from './catalog.ts'

/**
 * The twin of a hotel is what its test keys work on (contract §2, *Sandbox*): a hotel of its own, whose id is negative,
 * as are those of its bookings, so that whatever is told of all hotels leaves it out by a look at the id.
 */
export const isTwin = (hotelId: number) => hotelId < 0

/** Whether a booking is of a twin. */
export const isTestBooking = ({ id }: { id: number }) => id < 0

/** Parts of a twin's slug as it is stored: a slug of nobody else has this sign. */
const MARK = '~'

/** The slug that a twin is stored under: nobody asks for it, and none is stored twice. */
export const twinSlug = (slug: string, twinId: number) => `${slug}${MARK}${-twinId}`

/** The slug that a hotel shows: a twin has that of its hotel. */
export const shownSlug = (stored: string) => stored.split(MARK, 1)[0]!

/** Ids of bookings that a twin may have. */
const BOOKING_IDS = 1_024

/** The id of a twin's first booking, second and so on, from 1: they grow, and no other twin has them. */
export const testBookingId = (twinId: number, number: number) => twinId * BOOKING_IDS + number

/** Which of a twin's bookings an id is, from 1. */
export const testBookingNumber = (twinId: number, id: number) => id - twinId * BOOKING_IDS

/** By whom cursors of a feed are told apart: those of a twin outlive its reset, and are none of its hotel's. */
export const feedOwner = ({ id, twinOf }: Pick<Hotel, 'id' | 'twinOf'>) =>
  twinOf === null ? id : -twinOf

/** What marks everything that a twin says; nothing of another hotel. */
export const testMark = ({ twinOf }: Pick<Hotel, 'twinOf'>): { test?: true } =>
  twinOf === null ? {} : { test: true }
