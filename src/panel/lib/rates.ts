import type { Rate } from '../../client/call.ts'
import { call } from './api.ts'
import { language } from './i18n.ts'
import { type Loaded, useLoad } from './load.ts'
import { nameIn } from './names.ts'

/** Reads the rates of a hotel, with their names in the page's language. @throws Problem */
export async function readRates(hotel: string, signal: AbortSignal): Promise<Rate[]> {
  const { items } = await call('listPanelRates', { hotel }, { signal })
  return items.map((rate) => ({ ...rate, name: nameIn(rate) }))
}

/** The rates of a hotel, read by a view. */
export const useRateList = (hotel: string): Loaded<Rate[]> =>
  useLoad((signal) => readRates(hotel, signal), [hotel, language.get()])
