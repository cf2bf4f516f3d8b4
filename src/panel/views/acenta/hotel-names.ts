import type { Answer } from '../../../client/call.ts'
import { call, Problem } from '../../lib/api.ts'
import { useLoad } from '../../lib/load.ts'
import { noteAll, noteNames } from '../../lib/names.ts'

/** The public page of a hotel. */
export type HotelSheet = Answer<'getHotelPage'>

/**
 * Reads the page of a hotel, and notes the names of its room types, rates, boards, taxes and extras (`lib/names.ts`); null for
 * a hotel that is not on sale any more.
 */
export const useHotelSheet = (slug: string | undefined) =>
  useLoad(
    async (signal): Promise<HotelSheet | null | undefined> => {
      if (slug === undefined) return undefined
      noteNames({ taxes: [], boards: [], rateNames: [], extras: [] })
      noteAll('room', [])
      const page = await findHotelSheet(slug, signal)
      if (!page) return null
      noteNames(page)
      noteAll('room', page.rooms)
      return page
    },
    [slug],
  )

/** Reads the page of a hotel; null for a hotel that is not on sale any more. @throws Problem */
export const findHotelSheet = async (
  slug: string,
  signal: AbortSignal,
): Promise<HotelSheet | null> =>
  await call('getHotelPage', { slug }, { signal }).catch((error) => {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  })
