import type { HotelPage, OfferedExtra } from '../../../client/call.ts'
import { useLoad } from '../../lib/load.ts'
import { findHotelSheet } from '../acenta/hotel-names.ts'
import type { Choice } from './offers.ts'

/** The public pages of the hotels of an offer, by slug; of a hotel that is off sale there is none. */
export type HotelPages = ReadonlyMap<string, HotelPage>

const NO_PAGES: HotelPages = new Map()

/** Reads the pages of the hotels of an offer: their descriptions, photos and extras. */
export function useHotelPages(choices: readonly Choice[]): HotelPages {
  const slugs = choices.map(({ hotel }) => hotel.slug).toSorted()
  const read = useLoad(
    async (signal) => {
      const pages = await Promise.all(slugs.map((slug) => findHotelSheet(slug, signal)))
      return new Map(pages.flatMap((page) => (page ? [[page.slug, page] as const] : [])))
    },
    [slugs.join()],
  )
  return read.data ?? NO_PAGES
}

/** The extras that the hotel of a choice sells; none until its page is read. */
export const extrasOf = (pages: HotelPages, choice: Choice | undefined): OfferedExtra[] =>
  (choice && pages.get(choice.hotel.slug)?.extras) ?? []
