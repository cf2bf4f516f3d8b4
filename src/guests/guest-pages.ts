import type { GuestPages } from '../http/guests/page-shape.ts'
import { bookingPage } from './booking-page.ts'
import { SCRIPT, STAY_SCRIPT, STAY_STYLE, STYLE, widgetPage } from './lib/files.ts'
import { bookPage } from './stay/book-page.tsx'
import { hotelPage } from './stay/hotel-page.tsx'
import { nowherePage } from './stay/nowhere.ts'
import { searchPage } from './stay/search-page.tsx'
import { robotsPage, sitemapPage } from './stay/sitemap.ts'

/** The pages of guests, rendered on the server; each works without a script. */
export const guestPages: GuestPages = {
  ...{ booking: bookingPage, search: searchPage, hotel: hotelPage, book: bookPage },
  nowhere: nowherePage,
  ...{ sitemap: sitemapPage, robots: robotsPage, widget: widgetPage },
  files: [STYLE, SCRIPT, STAY_STYLE, STAY_SCRIPT],
}
