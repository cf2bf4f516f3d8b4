import type { GuestPages } from '../http/guests/page-shape.ts'
import { bookingPage } from './booking-page.ts'
import { SCRIPT, STYLE } from './lib/files.ts'

/** The pages of guests, rendered on the server; each works without a script. */
export const guestPages: GuestPages = { booking: bookingPage, files: [STYLE, SCRIPT] }
