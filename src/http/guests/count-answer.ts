import { isNamedBot } from '../../domain/strangers/web-counts.ts'
import type { Context } from '../api/context.ts'
import type { Counted } from './page-shape.ts'

/**
 * Counts in memory what an answer did for the statistics of hotels' pages (`domain/strangers/web-counts.ts`). Bots that
 * name themselves, and browsers that fetch a page before anybody has opened it, are not counted.
 */
export async function countAnswer(
  { webCounts, knownHotelOfSlug }: Pick<Context, 'webCounts' | 'knownHotelOfSlug'>,
  { headers }: Request,
  counted: readonly Counted[],
): Promise<void> {
  if (!isOfPerson(headers)) return
  // A script shows another answer in the page that is open (Fetch Metadata, `Sec-Fetch-Dest`).
  const isOpened = headers.get('sec-fetch-dest') !== 'empty'
  for (const { slug, kind } of counted) {
    if (kind === 'views' && !isOpened) continue
    const sheet = await knownHotelOfSlug(slug)
    if (sheet) webCounts.note(sheet.hotel, kind)
  }
}

const isOfPerson = (headers: Headers): boolean =>
  !isNamedBot(headers.get('user-agent') ?? '') &&
  !/prefetch|prerender|preview/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
