import type { Hotel } from './catalog.ts'

/**
 * The sandbox of a hotel is what its test keys work on (contract §2, *Sandbox*): a hotel of its own, whose id is negative,
 * as are those of its bookings, so that whatever is told of all hotels leaves it out by a look at the id.
 */
export const isSandbox = (hotelId: number) => hotelId < 0

/** Whether a booking is of a sandbox. */
export const isTestBooking = ({ id }: { id: number }) => id < 0

/** Parts of a sandbox's slug as it is stored: a slug of nobody else has this sign. */
const MARK = '~'

/** The slug that a sandbox is stored under: nobody asks for it, and none is stored twice. */
export const sandboxSlug = (slug: string, sandboxId: number) => `${slug}${MARK}${-sandboxId}`

/** The slug that a hotel shows: a sandbox has that of its hotel. */
export const shownSlug = (stored: string) => stored.split(MARK, 1)[0]!

/** Ids of bookings that a sandbox may have. */
const BOOKING_IDS = 1_024

/** The id of a sandbox's first booking, second and so on, from 1: they grow, and no other sandbox has them. */
export const testBookingId = (sandboxId: number, number: number) => sandboxId * BOOKING_IDS + number

/** Which of a sandbox's bookings an id is, from 1. */
export const testBookingNumber = (sandboxId: number, id: number) => id - sandboxId * BOOKING_IDS

/** By whom cursors of a feed are told apart: those of a sandbox outlive its reset, and are none of its hotel's. */
export const feedOwner = ({ id, sandboxOf }: Pick<Hotel, 'id' | 'sandboxOf'>) =>
  sandboxOf === null ? id : -sandboxOf

/** What marks everything that a sandbox says; nothing of another hotel. */
export const testMark = ({ sandboxOf }: Pick<Hotel, 'sandboxOf'>): { test?: true } =>
  sandboxOf === null ? {} : { test: true }
