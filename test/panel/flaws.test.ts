import { expect, test } from 'bun:test'
import { Type } from 'typebox'
import { TypeCompiler } from 'typebox/compiler'
import { explainErrors } from '../../src/domain/kernel/explain.ts'
import { unknownRoom } from '../../src/domain/kernel/nearest.ts'
import { checkStayDates, partyTooLarge } from '../../src/domain/sale/stay.ts'
import { fillFlaw } from '../../src/panel/lib/flaw-text.ts'
import { flaws } from '../../src/panel/words/texts.ts'
import { date } from '../support/store.ts'

test.each([
  ['out_of_range', { min: 0, max: 9999 }, 'En az 0, en çok 9.999 olabilir.'],
  ['out_of_range', { min: 1 }, 'En az 1 olmalı.'],
  ['out_of_range', { max: 30 }, 'En çok 30 olabilir.'],
  ['out_of_range', undefined, 'Değer izin verilen aralığın dışında.'],
  ['range_too_long', { max: 366 }, 'Tarih aralığı çok uzun: en çok 366 gün.'],
  ['wrong_length', { min: 1, max: 120 }, 'Uzunluğu en az 1, en çok 120 olabilir.'],
  ['date_too_far', { date: '2029-03-09' }, 'Bu tarih çok ileride; en geç 9 Mar 2029.'],
  [
    'unknown_room',
    { given: 'D2', nearest: 'DBL' },
    '“D2” kodlu bir oda tipi yok; en yakını “DBL”.',
  ],
  ['unknown_room', { given: 'D2' }, '“D2” kodlu bir oda tipi yok.'],
] as const)('a Turkish text of %s says the values %j', (code, values, text) => {
  expect(fillFlaw(flaws.tr[code], values, 'tr-TR')).toBe(text)
})

test('bounds of a stay are in the texts as the service says them, without a plural that is wrong', () => {
  const dates = { checkin: date('2027-03-01'), checkout: date('2027-03-02') }
  const party = partyTooLarge({ maxAdults: 2, maxChildren: 1, maxOccupancy: 3 })
  const [early] = checkStayDates(dates, date('2027-03-10'))
  const said = (texts: typeof flaws.en, locale: string) =>
    [party, early!].map(({ code, values }) => fillFlaw(texts[code], values, locale))
  expect(said(flaws.en, 'en-GB')).toEqual([
    'Each room needs an adult and sleeps 3 at most (adults: 2, children: 1).',
    'Too early: the first day is 10 Mar 2027.',
  ])
  expect(said(flaws.tr, 'tr-TR')).toEqual([
    'Her odada bir yetişkin olmalı; bir oda en çok 3 kişi alır (yetişkin: 2, çocuk: 1).',
    'Bu tarih geçmişte kaldı; en erken 10 Mar 2027.',
  ])
})

test('a reader of either language is told nothing of fields and values of the API', () => {
  for (const texts of [flaws.en, flaws.tr]) {
    expect(fillFlaw(texts.price_required, {}, 'en-GB')).not.toMatch(/priceCents/)
    expect(fillFlaw(texts.null_refused, {}, 'en-GB')).not.toMatch(/null|field/)
  }
})

test('a text is filled from what the service says of a value, a room and a schema', () => {
  const schema = Type.Object({ rooms: Type.Integer({ minimum: 0, maximum: 9999 }) })
  const [tooMany] = explainErrors(TypeCompiler.Compile(schema).Errors({ rooms: 10_000 }))
  const said = [tooMany!, unknownRoom('D2', ['DBL'])].map(({ code, values }) =>
    fillFlaw(flaws.tr[code], values, 'tr-TR'),
  )
  expect(said).toEqual([
    'En az 0, en çok 9.999 olabilir.',
    '“D2” kodlu bir oda tipi yok; en yakını “DBL”.',
  ])
})
