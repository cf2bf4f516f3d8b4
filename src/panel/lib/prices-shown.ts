import { createKeptStore, useStore } from './store.ts'

/** Whom the prices are shown to: the agency, or a client who looks on, who sees the gross price alone. */
export const pricesShown = createKeptStore<'agency' | 'client'>(
  'prices',
  ['agency', 'client'],
  'agency',
)

/** True if the page shows what the agency keeps; a client sees the gross price alone, in the markup too. */
export const useShowsNet = (): boolean => useStore(pricesShown) === 'agency'
