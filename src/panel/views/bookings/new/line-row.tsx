import type { WholeHotel } from '../../../../client/call.ts'
import type { Problem } from '../../../lib/api.ts'
import { money, rangeText } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import { flawsUnder } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { PriceInputs, readPrice } from '../parts/manual-price.tsx'
import { type Line, lineCents, lineParty } from './basket.ts'
import { refusalText } from './flaws.ts'
import { rateText } from './offers.ts'
import { TermsLine } from './rate-list.tsx'

type LineRowProps = {
  hotel: Pick<WholeHotel, 'currency' | 'timezone'>
  line: Line
  /** True if its price may be another than the rate's. */
  mayPrice?: boolean
  /** True if the stays of the basket have different days. */
  hasDays: boolean
  problem: Problem | undefined
  isTried: boolean
  onLine: (line: Line) => void
  onRemove: (id: string) => void
}

/** A stay of the basket, its manual price, and the reason why the service refused it. */
export function LineRow({
  hotel,
  line,
  mayPrice = true,
  hasDays,
  problem,
  isTried,
  onLine,
  onRemove,
}: LineRowProps) {
  const { currency } = hotel
  const cents = lineCents(line, currency)
  const refusal = refusalText(problem)
  const { price, cancellation } = line
  const name = line.rooms > 1 ? `${line.rooms} × ${line.roomName}` : line.roomName
  const isRefused = refusal !== undefined || flawsUnder(problem, '/manualPrice') !== undefined
  return (
    <li class={isRefused ? 'line is-refused' : 'line'} tabIndex={-1}>
      <div class="sum">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <strong>{cents === undefined ? '–' : money(cents, currency)}</strong>
      </div>
      <div class="sum">
        <span class="dim">
          {lineParty(line)} · {rateText(line)}
        </span>
        <Button
          kind="quiet"
          aria-label={t('new.remove', { name: line.roomName })}
          onClick={() => onRemove(line.id)}
        >
          <Icon name="close" />
        </Button>
      </div>
      {hasDays && <p class="dim">{rangeText(line.checkin, line.checkout)}</p>}
      {cancellation && <TermsLine {...{ cancellation, hotel }} checkin={line.checkin} />}
      {line.override && <p class="dim">{t('booking.overridden')}</p>}
      {mayPrice && (
        <Button
          kind="quiet"
          aria-expanded={price.isOn}
          onClick={() => onLine({ ...line, price: { ...price, isOn: !price.isOn } })}
        >
          {t(price.isOn ? 'new.usualPrice' : 'new.price')}
        </Button>
      )}
      {price.isOn && (
        <PriceInputs
          draft={price}
          set={(price) => onLine({ ...line, price })}
          wrong={isTried ? readPrice(price, currency).wrong : undefined}
          problem={problem}
        />
      )}
      <div role="alert" class="alert-slot">
        {refusal && <p class="note bad">{refusal}</p>}
      </div>
    </li>
  )
}
