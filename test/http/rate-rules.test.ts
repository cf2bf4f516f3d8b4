import { expect, test } from 'bun:test'
import { createRate } from '../../src/service/rates/rates.ts'
import { NO_NAMES } from '../support/catalog.ts'
import { makeRate } from '../support/rates.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const RATES = '/v1/panel/rates'
const SAVER = {
  rateCode: 'NRF',
  name: 'Saver',
  roomCodes: ['DBL'],
  pricing: { type: 'derived', percentBp: -1_200 },
  cancellation: { freeUntilDays: null, penalty: 'all' },
}
const MOST = 10_000_000_000

const pricing = (more: object, type = 'derived') => ({ pricing: { type, ...more } })
const terms = (more: object) => ({
  cancellation: { freeUntilDays: 1, penalty: 'percent', ...more },
})
const guests = (more: object) => ({ guests: { adults: 2, ...more } })
const bands = (...children: object[]) => guests({ children })
const to = (toAge: number, more: object = { amountCents: 0 }) => ({ toAge, ...more })

/** What a rate is refused for: fields instead of good ones, and the place and code of each flaw. */
const REFUSED: [string, object, ...string[]][] = [
  ['a code with a space', { rateCode: 'N F' }, '/rateCode wrong_format'],
  ['a code that begins with a dot', { rateCode: '.NF' }, '/rateCode wrong_format'],
  ['a code of 65', { rateCode: 'N'.repeat(65) }, '/rateCode wrong_format'],
  ['no name', { name: undefined }, '/name required'],
  ['a name of nothing', { name: '' }, '/name wrong_length'],
  ['a name of two lines', { name: 'a\nb' }, '/name wrong_text'],
  ['no room type', { roomCodes: [] }, '/roomCodes wrong_length'],
  ['no room types', { roomCodes: undefined }, '/roomCodes required'],
  ['null for room types', { roomCodes: null }, '/roomCodes null_refused'],
  ['an unknown room type', { roomCodes: ['DBL', 'XXX'] }, '/roomCodes/1 unknown_room'],
  ['a room type twice', { roomCodes: ['DBL', 'SGL', 'DBL'] }, '/roomCodes/2 repeated'],
  ['an unknown board', { boardCode: 'AI' }, '/boardCode unknown_board'],
  ['a board that is no code', { boardCode: 'bb' }, '/boardCode wrong_format'],
  ['no pricing', { pricing: undefined }, '/pricing required'],
  ['null for pricing', { pricing: null }, '/pricing null_refused'],
  ['another pricing', pricing({}, 'fixed'), '/pricing/type unknown_value'],
  ['a field of pricing', pricing({ cents: 1 }), '/pricing/cents unknown_field'],
  ['a percentage too low', pricing({ percentBp: -10_001 }), '/pricing/percentBp out_of_range'],
  ['a percentage too high', pricing({ percentBp: 100_001 }), '/pricing/percentBp out_of_range'],
  ['half a basis point', pricing({ percentBp: 0.5 }), '/pricing/percentBp wrong_type'],
  ['an amount too low', pricing({ amountCents: -MOST - 1 }), '/pricing/amountCents out_of_range'],
  ['an amount too high', pricing({ amountCents: MOST + 1 }), '/pricing/amountCents out_of_range'],
  ['rounding to nothing', pricing({ roundTo: 0 }), '/pricing/roundTo out_of_range'],
  ['rounding too coarse', pricing({ roundTo: 10_001 }), '/pricing/roundTo out_of_range'],
  ['rounding to half a cent', pricing({ roundTo: 0.5 }), '/pricing/roundTo wrong_type'],
  [
    'an own price that derives',
    pricing({ percentBp: 0, amountCents: 5, roundTo: 1 }, 'own'),
    '/pricing/percentBp conflicting_fields',
    '/pricing/amountCents conflicting_fields',
    '/pricing/roundTo conflicting_fields',
  ],
  ['no terms', { cancellation: undefined }, '/cancellation required'],
  ['null for terms', { cancellation: null }, '/cancellation null_refused'],
  [
    'terms without days',
    { cancellation: { penalty: 'all' } },
    '/cancellation/freeUntilDays required',
  ],
  ['days below 0', terms({ freeUntilDays: -1 }), '/cancellation/freeUntilDays out_of_range'],
  ['days above 999', terms({ freeUntilDays: 1_000 }), '/cancellation/freeUntilDays out_of_range'],
  ['another penalty', terms({ penalty: 'half' }), '/cancellation/penalty unknown_value'],
  ['a percentage of none', terms({}), '/cancellation/percentBp required'],
  ['a percentage of 0', terms({ percentBp: 0 }), '/cancellation/percentBp out_of_range'],
  ['above all of it', terms({ percentBp: 10_001 }), '/cancellation/percentBp out_of_range'],
  ...['none', 'first_night', 'all'].map((penalty): (typeof REFUSED)[number] => [
    `a percentage of ${penalty}`,
    terms({ penalty, percentBp: 1 }),
    '/cancellation/percentBp conflicting_fields',
  ]),
  ['nobody', guests({ adults: 0 }), '/guests/adults out_of_range'],
  ['a party of no size', { guests: {} }, '/guests/adults required'],
  ['less than less', guests({ lessPercentBp: -1 }), '/guests/lessPercentBp out_of_range'],
  ['more than all less', guests({ lessPercentBp: 10_001 }), '/guests/lessPercentBp out_of_range'],
  ['less for more', guests({ moreCents: -1 }), '/guests/moreCents out_of_range'],
  ['a field of guests', guests({ babies: 1 }), '/guests/babies unknown_field'],
  ['an age below 0', bands(to(-1)), '/guests/children/0/toAge out_of_range'],
  ['an age above 17', bands(to(18)), '/guests/children/0/toAge out_of_range'],
  ['an age twice', bands(to(5), to(5)), '/guests/children/1/toAge repeated'],
  ['ages that descend', bands(to(5), to(9), to(8)), '/guests/children/2/toAge out_of_range'],
  [
    'a band of two prices',
    bands(to(5, { amountCents: 1, percentBp: 1 })),
    '/guests/children/0 conflicting_fields',
  ],
  ['a band without price', bands(to(5, {})), '/guests/children/0/amountCents required'],
  [
    'a child that is paid',
    bands(to(5, { amountCents: -1 })),
    '/guests/children/0/amountCents out_of_range',
  ],
  [
    'a child below 0 %',
    bands(to(5, { percentBp: -1 })),
    '/guests/children/0/percentBp out_of_range',
  ],
  [
    'a child above 1,000 %',
    bands(to(5, { percentBp: 100_001 })),
    '/guests/children/0/percentBp out_of_range',
  ],
  [
    '21 bands',
    bands(...Array.from({ length: 21 }, (_, age) => to(Math.min(age, 17)))),
    '/guests/children wrong_length',
  ],
  ['a field that is none', { closed: true }, '/closed unknown_field'],
]

test('a rate with anything out of its bounds is refused at its place, made or changed, and nothing of it is kept (contract-rates, Bounds)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const good = await makeRate(service, { rateCode: 'OLD' })
  for (const [what, fields, ...flaws] of REFUSED) {
    const body: Record<string, unknown> = { ...SAVER, ...fields }
    const made = await manager.call('POST', RATES, { body })
    const found = ({ body: { errors } }: typeof made) =>
      errors?.map(({ path, code }: Record<string, string>) => `${path} ${code}`)
    expect([what, made.status, found(made)]).toEqual([what, 422, flaws])
    // Of a change nothing is required, and there is no code in it.
    if ('rateCode' in fields || Object.values(fields)[0] === undefined) continue
    const changed = await manager.call('PATCH', `${RATES}/OLD`, { body: fields })
    expect([what, changed.status, found(changed)]).toEqual([what, 422, flaws])
  }
  const { items } = (await manager.call('GET', RATES)).body
  expect(items.slice(1)).toEqual([good])
})

/** What is just within the bounds. */
const TAKEN: object[] = [
  { rateCode: 'n.F_-9' },
  { rateCode: '9'.repeat(64) },
  pricing({}),
  pricing({ percentBp: -10_000, amountCents: MOST }),
  pricing({ percentBp: 100_000, amountCents: -MOST }),
  pricing({}, 'own'),
  terms({ freeUntilDays: 0, percentBp: 1 }),
  terms({ freeUntilDays: 999, percentBp: 10_000 }),
  terms({ freeUntilDays: null, penalty: 'none' }),
  guests({ adults: 1, lessPercentBp: 0, moreCents: 0, children: [] }),
  guests({ lessPercentBp: 10_000, moreCents: MOST }),
  bands(
    to(0),
    to(1, { percentBp: 0 }),
    to(16, { percentBp: 100_000 }),
    to(17, { amountCents: MOST }),
  ),
  bands(...Array.from({ length: 18 }, (_, age) => to(age))),
  { boardCode: 'BB', guests: null },
  { roomCodes: ['SGL', 'DBL'] },
]

test('what is just within its bounds is taken and answered as it was sent (contract-rates, Bounds)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  for (const [index, fields] of TAKEN.entries()) {
    const body = { ...SAVER, rateCode: `R${index}`, ...fields }
    const { body: made } = await manager.call('POST', RATES, { body })
    const unsaid = { boardCode: null, guests: null, public: true, active: true }
    expect(made).toEqual({ ...unsaid, ...NO_NAMES, ...body })
  }
})

test('a code is taken once, STD from the first; what is taken is not written over (contract-rates, Rates)', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  const made = await makeRate(service, { rateCode: 'NRF' })
  for (const rateCode of ['NRF', 'STD']) {
    const again = await manager.call('POST', RATES, { body: { ...SAVER, rateCode } })
    expect(again).toBeProblem(409, 'already_exists')
    expect(again.body.errors).toMatchObject([{ path: '/rateCode', code: 'already_exists' }])
  }
  expect((await manager.call('GET', RATES)).body.items).toMatchObject([{ rateCode: 'STD' }, made])
  expect((await bravoManager.call('POST', RATES, { body: SAVER })).status).toBe(201)
})

test('a hotel has at most 50 rates beside STD, those off sale among them (contract-rates, Rates)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await makeRate(service, { rateCode: 'STD', name: 'Flexible' })
  for (let index = 0; index < 50; index++)
    await makeRate(service, { rateCode: `R${index}`, active: false })
  const refused = await manager.call('POST', RATES, { body: SAVER })

  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([{ code: 'too_many', values: { max: 50 } }])
  expect((await manager.call('GET', RATES)).body.items).toHaveLength(51)
  await makeRate(service, { rateCode: 'NRF' }, 'bravo')
})

test('two that make one rate at once: one is told that it exists', async () => {
  await using service = await startService()
  const actor = { type: 'user', id: 'u1' } as const
  const rate = { ...(await makeRate(service, { rateCode: 'OLD' })), rateCode: 'NRF' }
  const made = { ...rate, roomCodes: ['DBL'], pricing: { type: 'own' as const } }
  const both = [1, 2].map(() => createRate(service.deps, actor, 'alfa', made))

  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
