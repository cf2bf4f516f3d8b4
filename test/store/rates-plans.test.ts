import { expect, test } from 'bun:test'
import { insertCity, insertHotel } from '../../src/store/catalog/catalog.ts'
import { listChangedDays } from '../../src/store/days/changed-days.ts'
import { listRateHistory } from '../../src/store/days/rate-history.ts'
import { listRateDays } from '../../src/store/rates/rate-days.ts'
import { areRatesUsed, listRates, noteRatesUsed } from '../../src/store/rates/rates.ts'
import { listExcessHistory, placeAfter } from '../../src/store/retention/history-trim.ts'
import { planOf, type Run } from '../support/plans.ts'
import { date, startStore, type TestStore } from '../support/store.ts'

const HOTEL = 1
const PASS = {
  ...{ newestSeq: 9, moved: new Set<string>() },
  ...{ rest: async () => {}, stopping: new AbortController().signal },
}
const night = { hotelId: HOTEL, roomCode: 'DBL', rateCode: 'OWN', date: date('2027-04-01') }
const block = { hotelId: HOTEL, from: date('2027-04-01'), to: date('2027-04-30') }

/** Every query of days of rates. */
const QUERIES: [what: string, index: RegExp, run: Run][] = [
  ['rates of a hotel', /rate USING PRIMARY KEY \(hotel_id=\?/, (h) => listRates(h, HOTEL)],
  ['whether there are any', /hotel USING INTEGER PRIMARY KEY/, (h) => areRatesUsed(h, HOTEL)],
  [
    'days of a rate',
    /rate_day USING PRIMARY KEY \(hotel_id=\? AND room_code=\? AND rate_code=\? AND date>\? AND date<\?\)/,
    (h) => listRateDays(h, { ...block, roomCodes: ['DBL'], rateCodes: ['OWN'] }),
  ],
  [
    'the history of a day of a rate',
    /SEARCH rate_day USING PRIMARY KEY \(hotel_id=\? AND room_code=\? AND rate_code=\? AND date=\?\)[\s\S]*SEARCH rate_day_history USING PRIMARY KEY \(change_seq=\? AND room_code=\? AND rate_code=\? AND date=\?\)/,
    (h) => listRateHistory(h, { ...night, limit: 9 }),
  ],
  [
    'the history of a day of a rate before a change',
    /SEARCH rate_day_history USING PRIMARY KEY \(change_seq=\? AND room_code=\? AND rate_code=\? AND date=\?\)/,
    (h) => listRateHistory(h, { ...night, limit: 9, beforeSeq: 9 }),
  ],
  [
    'days of rates that changes touched',
    /SEARCH rate_day_history USING PRIMARY KEY \(change_seq=\?/,
    (h) =>
      listChangedDays(h, [{ seq: 1 }, { seq: 2 }], {
        hotelId: HOTEL,
        entriesRead: 1,
        daysMax: 500,
      }),
  ],
  [
    'days of rates with too much history',
    /SEARCH rate_day_history USING PRIMARY KEY \(\(change_seq,room_code,rate_code,date\)>\(\?,\?,\?,\?\) AND change_seq<\?\)/,
    (h) => listExcessHistory(h, 'rate_day', placeAfter(0), PASS),
  ],
]

const addHotel = ({ store }: TestStore) =>
  store.tx(async (tx) => {
    const cityId = await insertCity(tx, { slug: 'c', name: 'C', country: 'TR' })
    await insertHotel(tx, {
      ...{ cityId, slug: 'h', name: 'H', currency: 'EUR', timezone: 'UTC', stars: 1 },
      ...{ address: '', lat: 1, lng: 1, checkinTime: '14:00', checkoutTime: '12:00' },
      ...{ restoreOnCancel: true, active: true, createdAtMs: 1 },
    })
    await noteRatesUsed(tx, HOTEL)
  })

test.each(QUERIES)(
  '%s: found by an index, in its order, nothing is scanned',
  async (_, index, run) => {
    await using service = await startStore()
    await addHotel(service)
    const plan = await planOf(service, run)
    expect(plan.length).toBeGreaterThan(0)
    for (const line of plan)
      expect(line).toMatch(
        /^(SEARCH|CO-ROUTINE|SETUP|RECURSIVE STEP|SCAN (chain|CONSTANT))|SCALAR SUBQUERY/,
      )
    expect(plan.join('\n')).toMatch(index)
  },
)

test('of a hotel without rates the feed asks for none (contract-rates)', async () => {
  await using service = await startStore()
  const plan = await planOf(service, (h) =>
    listChangedDays(h, [{ seq: 1 }], { hotelId: HOTEL, entriesRead: 0, daysMax: 500 }),
  )
  expect(plan.join('\n')).not.toContain('rate_day')
})
