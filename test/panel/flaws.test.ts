import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { checkStayDates, checkStayRoom } from '../../src/domain/stay.ts'
import { PROBLEMS } from '../../src/http/problem-table.ts'
import { fillFlaw } from '../../src/panel/lib/flaw-text.ts'
import { flawsEn, flawsTr } from '../../src/panel/words/flaws.ts'
import { problemsTr } from '../../src/panel/words/problems.ts'
import { date } from '../support/store.ts'

const SRC = join(import.meta.dir, '../../src')
/** A flaw or remark as it is made: by a function that takes its code second, or as an object. */
const MADE = [
  /\b(?:refused|flaw|refusedUrl)\(\s*(?:[^'`]{0,60}|'[^']*'|`[^`]*`),\s*'([a-z_]+)'/g,
  /\brefusedUrl\(\s*'([a-z_]+)'/g,
  /\bcode: '([a-z_]+)'/g,
]

/** Every code of a flaw or remark that stands in the source of the service. */
async function codesMade(): Promise<string[]> {
  const codes = new Set<string>()
  for await (const path of new Glob('{domain,http,service}/**/*.ts').scan(SRC)) {
    // Examples in descriptions are of problems.
    if (/docs|schemas|openapi|texts|general/.test(path)) continue
    const text = await Bun.file(join(SRC, path)).text()
    for (const pattern of MADE) for (const [, code] of text.matchAll(pattern)) codes.add(code!)
  }
  return [...codes].toSorted()
}

test('every flaw and remark that the service can make has a text in both languages, and no text is left over', async () => {
  const codes = await codesMade()
  expect(codes).toEqual(Object.keys(flawsTr).toSorted())
  expect(codes).toEqual(Object.keys(flawsEn).toSorted())
})

test('every problem has a text in Turkish', () => {
  expect(Object.keys(problemsTr).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted())
})

test.each([
  ['out_of_range', 'Must be 0 to 9999.', 'En az 0, en çok 9.999 olabilir.'],
  ['out_of_range', 'Must be at least 1.', 'En az 1 olmalı.'],
  ['out_of_range', 'One booking has at most 30 rooms.', 'En çok 30 olabilir.'],
  [
    'out_of_range',
    'That would leave -1 rooms; it may be 0 to 9999.',
    'En az 0, en çok 9.999 olabilir.',
  ],
  ['out_of_range', 'It is too much.', 'Değer izin verilen aralığın dışında.'],
  ['range_too_long', 'A range spans at most 366 days.', 'Tarih aralığı çok uzun: en çok 366 gün.'],
  ['wrong_length', 'Must have 1 to 120 characters.', 'Uzunluğu en az 1, en çok 120 olabilir.'],
  [
    'date_too_far',
    'The latest day that can be set is 2029-03-09.',
    'Bu tarih çok ileride; en geç 9 Mar 2029.',
  ],
  [
    'unknown_room',
    'This hotel has no room type "D2"; the nearest code is "DBL".',
    '“D2” kodlu bir oda tipi yok; en yakını “DBL”.',
  ],
] as const)('a Turkish text of %s has the bounds of "%s"', (code, message, text) => {
  expect(fillFlaw(flawsTr[code], message, 'tr-TR')).toBe(text)
})

test('bounds of a stay are in the texts as the service says them, without a plural that is wrong', () => {
  const stay = { roomCode: 'DBL', boardCode: null, rooms: 1, adults: 9, children: 0 }
  const dates = { checkin: date('2027-03-01'), checkout: date('2027-03-02') }
  const room = {
    roomCode: 'DBL',
    name: '',
    description: '',
    totalRooms: null,
    overbookingRooms: 0,
    active: true,
  }
  const limits = { maxAdults: 2, maxChildren: 1, maxOccupancy: 3 }
  const more = { basePriceCents: null, boards: [], supplementsCents: {} }
  const [party] = checkStayRoom({ ...room, ...limits, ...more }, { ...stay, ...dates })
  const [early] = checkStayDates(dates, date('2027-03-10'))
  const said = (texts: typeof flawsEn, locale: string) =>
    [party!, early!].map(({ code, message }) => fillFlaw(texts[code], message, locale))
  expect(said(flawsEn, 'en-GB')).toEqual([
    'Each room needs an adult and sleeps 3 at most (adults: 2, children: 1).',
    'Too early: the first day is 10 Mar 2027.',
  ])
  expect(said(flawsTr, 'tr-TR')).toEqual([
    'Her odada bir yetişkin olmalı; bir oda en çok 3 kişi alır (yetişkin: 2, çocuk: 1).',
    'Bu tarih geçmişte kaldı; en erken 10 Mar 2027.',
  ])
})

test('a reader of either language is told nothing of fields and values of the API', () => {
  const price = 'An open day needs a price above 0: send priceCents, or close the day.'
  const empty = 'null is not a value; leave the field out instead.'
  for (const texts of [flawsEn, flawsTr]) {
    expect(fillFlaw(texts.price_required, price, 'en-GB')).not.toMatch(/priceCents/)
    expect(fillFlaw(texts.null_refused, empty, 'en-GB')).not.toMatch(/null|field/)
  }
})
