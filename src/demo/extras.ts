import slugify from '@sindresorhus/slugify'
import type { NewExtra } from '../domain/extras/extra.ts'
import { AppError } from '../domain/kernel/errors.ts'
import type { Deps } from '../service/deps.ts'
import { createExtra } from '../service/extras/extras.ts'
import { findHotelId, findSnapshot } from '../store/catalog/catalog.ts'
import { bilingual, CITIES, DEMO } from './catalog.ts'

/** An extra of the demo: its price in per cent of a night in the cheapest double room. */
type DemoExtra = Pick<NewExtra, 'code' | 'per' | 'max'> & {
  percent: number
  names: ReturnType<typeof bilingual>
}

const EXTRAS: DemoExtra[] = [
  {
    ...{ code: 'TRANSFER', per: 'stay', max: 4, percent: 32 },
    names: bilingual('Airport transfer', 'Havalimanı transferi'),
  },
  { code: 'PARKING', per: 'stay', max: 2, percent: 10, names: bilingual('Parking', 'Otopark') },
  {
    ...{ code: 'DINNER', per: 'guest_night', max: 1, percent: 18 },
    names: bilingual('Dinner, three courses', 'Akşam yemeği, üç çeşit'),
  },
  { code: 'CRIB', per: 'night', max: 2, percent: 5, names: bilingual('Baby cot', 'Bebek yatağı') },
]

/** Puts extras on sale in every hotel of the demo. Those that an interrupted start has made stay. */
export async function demoExtras(deps: Deps): Promise<void> {
  for (const { name } of CITIES.flatMap(({ hotels }) => hotels)) {
    const hotelId = (await findHotelId(deps.store, slugify(name)))!
    const { rooms } = (await findSnapshot(deps.store, hotelId))!
    const { basePriceCents } = rooms.find(({ roomCode }) => roomCode === 'DBL')!
    await extrasOf(deps, hotelId, basePriceCents!)
  }
}

/** @param doubleCents a night in the hotel's double room */
async function extrasOf(deps: Deps, hotelId: number, doubleCents: number): Promise<void> {
  for (const { names, percent, ...extra } of EXTRAS)
    await createExtra(deps, DEMO, hotelId, {
      ...{ ...extra, ...names, taxCodes: null, active: true },
      // Whole units of the currency, or hundreds of yen.
      priceCents: Math.round((doubleCents * percent) / 10_000) * 100,
    }).catch((error) => {
      if (!(error instanceof AppError && error.code === 'already_exists')) throw error
    })
}
