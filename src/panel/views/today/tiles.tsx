import type { HotelFigures, NightFigures } from '../../../client/call.ts'
import { moneyOf, number, percent } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { href } from '../../lib/router.ts'
import type { SoldNight } from '../../lib/sold.ts'
import { Tile } from '../../parts/tile.tsx'

type TilesProps = {
  /** The rooms sold of each coming night, on all channels; undefined while they are not known. */
  sold: readonly SoldNight[] | undefined
  /** The same nights as they were sold here. */
  nights: readonly NightFigures[]
  /** The number of room types without a room tonight. */
  left: number | undefined
  figures: HotelFigures
  /** Bookings from the hotel's page since yesterday; undefined while they are not known. */
  web: number | undefined
  currency: string
}

/** The figures of tonight and of the coming nights, three of them with a small chart by night. */
export function Tiles({ sold, nights, left: typesSoldOut, figures, web, currency }: TilesProps) {
  const { total = 0, sold: soldTonight = 0, left } = sold?.[0] ?? {}
  const here = nights[0]?.roomsSold ?? 0
  const { adrCents, revenueCents, pickupRoomNights } = figures
  const revenues = nights.map((night) => night.revenueCents)
  const soldHere = t('today.soldHereNights', { count: nights.length })
  return (
    <ul class="front-desk">
      <Tile
        name={t('desk.tonight')}
        figure={total > 0 ? percent(soldTonight / total) : '–'}
        values={sold?.map((night) => (night.total > 0 ? night.sold / night.total : 0))}
      >
        {total > 0 && t('desk.tonightOf', { sold: soldTonight, total, here })}
      </Tile>
      <Tile name={t('desk.leftTonight')} figure={left === undefined ? '–' : number(left)}>
        {typesSoldOut !== undefined &&
          (typesSoldOut > 0
            ? t('today.typesSoldOut', { count: typesSoldOut })
            : t('today.everyTypeLeft'))}
      </Tile>
      <Tile
        name={t('today.adr')}
        figure={moneyOf(adrCents, currency)}
        values={nights.map(({ roomsSold, revenueCents }) =>
          roomsSold > 0 ? revenueCents / roomsSold : 0,
        )}
      >
        {soldHere}
      </Tile>
      <Tile name={t('today.revenue')} figure={moneyOf(revenueCents, currency)} values={revenues}>
        {soldHere}
      </Tile>
      <Tile name={t('today.pickup')} figure={t('today.roomNights', { count: pickupRoomNights })}>
        {t('today.soldHere')}
        {web !== undefined && web > 0 && (
          <>
            {' · '}
            <a href={href({ view: 'bookings', query: { source: 'web' } })}>
              {t('today.fromWeb', { count: web })}
            </a>
          </>
        )}
      </Tile>
    </ul>
  )
}
