import { createKeptStore } from './store.ts'

/** Whom the prices are shown to: the agency, or a client who looks on, who sees the gross price alone. */
export const pricesShown = createKeptStore<'agency' | 'client'>(
  'prices',
  ['agency', 'client'],
  'agency',
)
