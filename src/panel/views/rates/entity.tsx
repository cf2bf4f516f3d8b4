import type { Body, Rate, RoomType, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { boardText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { nameIn } from '../../lib/names.ts'
import type { Entity } from '../../parts/entity.ts'
import type { Drawn, FormField, FormFields } from '../../parts/entity-form.tsx'
import { ChecksField } from '../../parts/field.tsx'
import { textFields } from '../../parts/texts.ts'
import { guestsField } from './guests-field.tsx'
import { pricingField } from './pricing-field.tsx'
import { termsField } from './terms-field.tsx'
import { isStandard } from './text.ts'

/** The rates of a hotel; the standard rate has only a name, guest prices, terms and `public`. */
export function ratesOf(hotel: WholeHotel, rooms: readonly RoomType[]): Entity<Rate> {
  const { slug } = hotel
  return {
    title: t('rates.title'),
    keyOf: ({ rateCode }) => rateCode,
    nameOf: nameIn,
    change: ({ rateCode }, body: Body<'changePanelRate'>) =>
      call('changePanelRate', { hotel: slug, rateCode }, { body }),
    make: {
      send: (body: Body<'createPanelRate'>) => call('createPanelRate', { hotel: slug }, { body }),
      title: t('rates.new'),
    },
    isGuarded: true,
    fields: (rate) => fieldsOf(hotel.currency, rooms, rate),
    isWide: true,
  }
}

function fieldsOf(
  currency: string,
  rooms: readonly RoomType[],
  rate: Rate | undefined,
): FormFields {
  const name = { name: 'name', label: t('list.name') }
  const code = { name: 'rateCode', label: t('list.code'), hint: t('rates.codeHint') }
  const shown = { name: 'public', label: t('rates.public'), initial: true }
  const terms = [guestsField(currency), termsField()]
  const names = textFields('name')
  if (rate && isStandard(rate)) return [name, names, ...terms, shown]
  const example = rooms.find(({ basePriceCents }) => basePriceCents)?.basePriceCents ?? undefined
  return [
    rate ? name : [name, code],
    names,
    pricingField(currency, example),
    boardField(rooms, rate),
    roomsField(rooms),
    ...terms,
    [shown, { name: 'active', label: t('rates.active'), initial: true }],
  ]
}

function boardField(rooms: readonly RoomType[], rate: Rate | undefined): FormField {
  const boards = new Set(rooms.flatMap((room) => room.boards))
  if (rate?.boardCode) boards.add(rate.boardCode)
  return {
    name: 'boardCode',
    label: t('rates.board'),
    options: [
      { value: '', text: t('rates.boardOpen') },
      ...[...boards].map((value) => ({ value, text: boardText(value) })),
    ],
  }
}

/** The checkboxes of the room types that the rate is sold with, in the order of the hotel. */
const roomsField = (rooms: readonly RoomType[]): FormField => ({
  name: 'roomCodes',
  label: t('rates.rooms'),
  initial: rooms.map(({ roomCode }) => roomCode),
  kind: { wrong: (codes) => (codes.length === 0 ? t('rates.roomsWrong') : undefined) },
  draw: (props: Drawn<string[]>) => (
    <ChecksField
      {...props}
      isDense
      choices={rooms.map(({ roomCode, name }) => ({ value: roomCode, text: name }))}
    />
  ),
})
