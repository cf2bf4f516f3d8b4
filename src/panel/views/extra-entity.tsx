import type { Body, Extra, WholeHotel } from '../../client/call.ts'
import { EXTRA_UNITS } from '../../domain/extras/extra.ts'
import { call } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { nameIn } from '../lib/names.ts'
import type { Entity } from '../parts/entity.ts'
import type { Drawn, FormField, FormFields } from '../parts/entity-form.tsx'
import { ChecksField, choicesOf } from '../parts/field.tsx'
import { CAPITALS, moneyIn, WHOLE } from '../parts/kinds.ts'
import { textFields } from '../parts/texts.ts'

/** The extras of a hotel, with the fields of their form. */
export function extrasOf(hotel: WholeHotel): Entity<Extra> {
  const { slug } = hotel
  return {
    title: t('extras.title'),
    keyOf: ({ code }) => code,
    nameOf: nameIn,
    change: ({ code }, body: Body<'changePanelExtra'>) =>
      call('changePanelExtra', { hotel: slug, extraCode: code }, { body }),
    make: {
      send: (body: Body<'createPanelExtra'>) => call('createPanelExtra', { hotel: slug }, { body }),
      title: t('extras.new'),
    },
    isGuarded: true,
    fields: (extra) => fieldsOf(hotel, extra),
  }
}

function fieldsOf({ currency, taxes }: WholeHotel, extra: Extra | undefined): FormFields {
  const name = { name: 'name', label: t('list.name') }
  const code = { name: 'code', label: t('list.code'), hint: t('extras.codeHint'), kind: CAPITALS }
  const price = {
    name: 'priceCents',
    label: t('extras.priceIn', { currency }),
    kind: moneyIn(currency),
  }
  const per = {
    name: 'per',
    label: t('extras.per'),
    options: choicesOf(EXTRA_UNITS, (each) => t(`extras.per.${each}`)),
    initial: 'stay',
  }
  return [
    extra ? name : [name, code],
    textFields('name'),
    [price, per],
    { name: 'max', label: t('extras.max'), kind: WHOLE, initial: 1 },
    ...(taxes.length > 0 ? [taxesField(taxes)] : []),
    { name: 'active', label: t('extras.active'), initial: true },
  ]
}

/** The checkboxes of the taxes inside the price; all of them checked mean those that come later, too. */
function taxesField(taxes: WholeHotel['taxes']): FormField {
  const codes = taxes.map(({ code }) => code)
  return {
    name: 'taxCodes',
    label: t('extras.taxes'),
    initial: codes,
    readWith: ({ taxCodes }) => {
      const picked = codes.filter((code) => (taxCodes as string[]).includes(code))
      return picked.length === codes.length ? null : picked
    },
    draw: (props: Drawn<string[]>) => (
      <ChecksField
        {...props}
        isDense
        choices={taxes.map((tax) => ({ value: tax.code, text: nameIn(tax) }))}
      />
    ),
  }
}
