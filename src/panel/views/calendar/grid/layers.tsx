import { t } from '../../../lib/i18n.ts'
import { route, setQuery } from '../../../lib/router.ts'

/** The layers of the calendar; the first one is shown unless the address names another. */
const LAYERS = ['prices', 'allotments'] as const

/** The layer that an address names. */
export const layerIn = (query: URLSearchParams): (typeof LAYERS)[number] =>
  query.get('layer') === 'allotments' ? 'allotments' : 'prices'

/** The choice between prices and allotments; it stands in the head on a telephone, else above the grid. */
export function Layers() {
  const shown = layerIn(route.get().query)
  return (
    <div role="group" class="segments layers" aria-label={t('allotments.layers')}>
      {LAYERS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === shown}
          onClick={() => setQuery({ layer: each === 'prices' ? undefined : each })}
        >
          {t(each === 'prices' ? 'allotments.prices' : 'allotments.layer')}
        </button>
      ))}
    </div>
  )
}
