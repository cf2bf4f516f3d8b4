import type { CalendarDate } from '../kernel/date.ts'

/**
 * Statistics of a hotel's page, without cookies: how often something happened on a day of the hotel. Nothing about a
 * visitor is kept.
 *
 * - `views`: its page was opened (`/stay/:slug`, alone or in the widget's frame). A script that asks the page for other
 *   dates opens it no second time.
 * - `searches`: it stood among the results of a search at `/stay` that named words or dates; each further page of
 *   results counts for the hotels on it. The list of all hotels, before anybody has asked for something, is no search.
 * - `holds`: a press that was answered with a hold, which waits for the mailed link. A reservation of several stays is
 *   one, as everywhere here.
 * - `bookings`: a press that was answered with a confirmed booking, and a hold that its guest confirmed at `/booking` or
 *   `/my`.
 * - `denials` (the trade's word): dates were asked for on its page, or pressed for, and nothing free could take the
 *   party.
 */
export type WebCount = 'views' | 'searches' | 'holds' | 'bookings' | 'denials'

/** How often something happened at a hotel on one of its days. */
export type WebCountRow = { hotelId: number; date: CalendarDate; kind: WebCount; times: number }

/** Days that the statistics are kept. */
export const WEB_COUNTS_KEPT_DAYS = 400

/** Names by which programs that read pages tell that they are no person; a Cubot is a telephone. */
const BOTS =
  /(?<!cu)bots?\b|[-_ ]?crawl|spider|slurp|preview|facebookexternalhit|whatsapp|lighthouse|pingdom|uptime|monitor|archiver|scrap|^(curl|wget|python|go-http|java|okhttp|axios|node|undici|bun|libwww|ruby|php|perl)\b/i

/** True if a program names itself as one in its `User-Agent`, or names nothing at all. */
export const isNamedBot = (userAgent: string): boolean => userAgent === '' || BOTS.test(userAgent)
