import { useState } from 'preact/hooks'
import type { OfferedExtra, WholeHotel } from '../../../../client/call.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { nameIn } from '../../../lib/names.ts'
import { SelectField } from '../../../parts/field.tsx'
import { extraCents, type Line, lineParty } from './basket.ts'
import { Stepper } from './stepper.tsx'

type ExtrasProps = {
  hotel: Pick<WholeHotel, 'currency'>
  extras: readonly OfferedExtra[]
  lines: readonly Line[]
  onLine: (line: Line) => void
  /** True for a fold of another card, in place of a card of its own. */
  isFold?: boolean
}

/** The extras that the hotel sells, with the pieces of each in a stay of the basket. */
export function ExtrasCard({ hotel, extras, lines, onLine, isFold }: ExtrasProps) {
  const [chosen, setChosen] = useState('')
  const line = lines.find(({ id }) => id === chosen) ?? lines[0]
  if (!line || extras.length === 0) return null
  const set = (code: string, quantity: number) =>
    onLine({ ...line, extras: { ...line.extras, [code]: quantity } })
  const choice = lines.length > 1 && (
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
  )
  const rows = (
    <ul>
      {extras.map((extra) => (
        <ExtraRow key={extra.code} {...{ hotel, extra, line, set }} />
      ))}
    </ul>
  )
  if (isFold)
    return (
      <details class="extras">
        <summary>{t('extras.title')}</summary>
        {choice}
        {rows}
      </details>
    )
  return (
    <section class="card extras">
      <header>
        <h2>{t('extras.title')}</h2>
        {choice}
      </header>
      {rows}
    </section>
  )
}

function ExtraRow({
  hotel,
  extra,
  line,
  set,
}: {
  hotel: Pick<WholeHotel, 'currency'>
  extra: OfferedExtra
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
