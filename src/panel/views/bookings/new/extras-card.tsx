import { useState } from 'preact/hooks'
import type { Extra, WholeHotel } from '../../../../client/call.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { nameIn } from '../../../lib/names.ts'
import { SelectField } from '../../../parts/field.tsx'
import { extraCents, type Line, lineParty } from './basket.ts'
import { Stepper } from './stepper.tsx'

type ExtrasProps = {
  hotel: WholeHotel
  extras: readonly Extra[]
  lines: readonly Line[]
  onLine: (line: Line) => void
}

/** The extras that the hotel sells, with the pieces of each in a stay of the basket. */
export function ExtrasCard({ hotel, extras, lines, onLine }: ExtrasProps) {
  const [chosen, setChosen] = useState('')
  const line = lines.find(({ id }) => id === chosen) ?? lines[0]
  if (!line || extras.length === 0) return null
  const set = (code: string, quantity: number) =>
    onLine({ ...line, extras: { ...line.extras, [code]: quantity } })
  return (
    <section class="card extras">
      <header>
        <h2>{t('extras.title')}</h2>
        {lines.length > 1 && (
          <SelectField
            label={t('new.extrasOf')}
            isLabelHidden
            value={line.id}
            options={lines.map((each) => ({
              value: each.id,
              text: `${each.roomName} · ${lineParty(each)}`,
            }))}
            onPick={setChosen}
          />
        )}
      </header>
      <ul>
        {extras.map((extra) => (
          <ExtraRow key={extra.code} {...{ hotel, extra, line, set }} />
        ))}
      </ul>
    </section>
  )
}

function ExtraRow({
  hotel,
  extra,
  line,
  set,
}: {
  hotel: WholeHotel
  extra: Extra
  line: Line
  set: (code: string, quantity: number) => void
}) {
  const { code, per, priceCents, max } = extra
  const quantity = line.extras[code] ?? 0
  const price = money(priceCents, hotel.currency)
  return (
    <li class="extra">
      <span class="two">
        <span>{nameIn(extra)}</span>
        <span class="dim">
          {t(`extras.per.${per}`)}, {price}
        </span>
      </span>
      <Stepper name={nameIn(extra)} value={quantity} max={max} onStep={(now) => set(code, now)} />
      <span class="of">{quantity > 0 ? money(extraCents(line, extra), hotel.currency) : '–'}</span>
    </li>
  )
}
