import { expect, test } from 'bun:test'
import { history, pull, push } from '../support/http.ts'
import { startService, type TestService } from '../support/service.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900 }
const GOOD_TEXT = JSON.stringify(GOOD)
/** A good element with one field's JSON text replaced: for numbers that JSON.stringify would not write. */
const withText = (field: string, text: string) =>
  JSON.stringify({ ...GOOD, [field]: '#' }).replace('"#"', text)
const without = (field: string) => JSON.stringify({ ...GOOD, [field]: undefined })

/** What is wrong with the element, its JSON text, the field and code it is refused with. */
type Row = [wrong: string, text: string, field: string | null, code: string]

const ROWS: Row[] = [
  ['no roomCode', without('roomCode'), 'roomCode', 'required'],
  ['no date', without('date'), 'date', 'required'],
  ['no available', without('available'), 'available', 'required'],
  ['a null roomCode', withText('roomCode', 'null'), 'roomCode', 'null_refused'],
  ['a null date', withText('date', 'null'), 'date', 'null_refused'],
  ['a null available', withText('available', 'null'), 'available', 'null_refused'],
  ['a null priceCents', withText('priceCents', 'null'), 'priceCents', 'null_refused'],
  ['a null closed', withText('closed', 'null'), 'closed', 'null_refused'],
  ['a number for roomCode', withText('roomCode', '1'), 'roomCode', 'wrong_type'],
  ['a list for roomCode', withText('roomCode', '["DBL"]'), 'roomCode', 'wrong_type'],
  ['an empty roomCode', withText('roomCode', '""'), 'roomCode', 'wrong_length'],
  ['a roomCode of 65', withText('roomCode', `"${'D'.repeat(65)}"`), 'roomCode', 'wrong_length'],
  ['an unknown room', withText('roomCode', '"DBK"'), 'roomCode', 'unknown_room'],
  ['a room in lower case', withText('roomCode', '"dbl"'), 'roomCode', 'unknown_room'],
  ['a lone surrogate for a room', withText('roomCode', '"\\ud800"'), 'roomCode', 'unknown_room'],
  ['a NUL in a room', withText('roomCode', '"DBL\\u0000"'), 'roomCode', 'unknown_room'],
  ['a number for date', withText('date', '20270401'), 'date', 'wrong_type'],
  ['2027-02-30', withText('date', '"2027-02-30"'), 'date', 'invalid_date'],
  ['2027-02-29', withText('date', '"2027-02-29"'), 'date', 'invalid_date'],
  ['2027-1-1', withText('date', '"2027-1-1"'), 'date', 'invalid_date'],
  ['2027-13-01', withText('date', '"2027-13-01"'), 'date', 'invalid_date'],
  ['2027-04-00', withText('date', '"2027-04-00"'), 'date', 'invalid_date'],
  ['a date with a time', withText('date', '"2027-04-01T00:00:00Z"'), 'date', 'invalid_date'],
  ['a date with a space', withText('date', '"2027-04-01 "'), 'date', 'invalid_date'],
  ['a date with a line end', withText('date', '"2027-04-01\\n"'), 'date', 'invalid_date'],
  ['a date in other digits', withText('date', '"２０２７-04-01"'), 'date', 'invalid_date'],
  ['an empty date', withText('date', '""'), 'date', 'invalid_date'],
  ['a date as day.month.year', withText('date', '"01.04.2027"'), 'date', 'invalid_date'],
  ['the year 0000', withText('date', '"0000-01-01"'), 'date', 'date_in_past'],
  ['the day before yesterday', withText('date', '"2027-03-08"'), 'date', 'date_in_past'],
  ['today + 731', withText('date', '"2029-03-10"'), 'date', 'date_too_far'],
  ['the year 9999', withText('date', '"9999-12-31"'), 'date', 'date_too_far'],
  ['"2" for 2', withText('available', '"2"'), 'available', 'wrong_type'],
  ['1.5 rooms', withText('available', '1.5'), 'available', 'wrong_type'],
  ['-1 rooms', withText('available', '-1'), 'available', 'out_of_range'],
  ['10,000 rooms', withText('available', '10000'), 'available', 'out_of_range'],
  ['1e400 rooms', withText('available', '1e400'), 'available', 'wrong_type'],
  ['2^53+1 rooms', withText('available', '9007199254740993'), 'available', 'out_of_range'],
  ['a boolean for available', withText('available', 'true'), 'available', 'wrong_type'],
  ['"12900" for 12900', withText('priceCents', '"12900"'), 'priceCents', 'wrong_type'],
  ['a price of 129.5 cents', withText('priceCents', '129.5'), 'priceCents', 'wrong_type'],
  ['a price of -1', withText('priceCents', '-1'), 'priceCents', 'out_of_range'],
  ['a price of 1e400', withText('priceCents', '1e400'), 'priceCents', 'wrong_type'],
  ['a price of -1e400', withText('priceCents', '-1e400'), 'priceCents', 'wrong_type'],
  ['a price of 2^53+1', withText('priceCents', '9007199254740993'), 'priceCents', 'out_of_range'],
  ['"true" for true', withText('closed', '"true"'), 'closed', 'wrong_type'],
  ['1 for true', withText('closed', '1'), 'closed', 'wrong_type'],
  ['an unknown field', withText('currency', '"EUR"'), 'currency', 'unknown_field'],
  ['a field in other case', withText('Available', '4'), 'Available', 'unknown_field'],
  ['a field named with a slash', withText('a/b~c', '1'), 'a/b~c', 'unknown_field'],
  [
    'a field named by a lone surrogate',
    withText('X', '1').replace('"X"', '"\\ud800"'),
    '\ud800',
    'unknown_field',
  ],
  [
    'a field named __proto__',
    withText('X', '{}').replace('"X"', '"__proto__"'),
    '__proto__',
    'unknown_field',
  ],
  ['a field named constructor', withText('constructor', '1'), 'constructor', 'unknown_field'],
  ['null for the element', 'null', null, 'null_refused'],
  ['a list for the element', '[]', null, 'wrong_type'],
  [
    'a text for the element',
    GOOD_TEXT.replaceAll('"', "'").replace(/.*/, '"$&"'),
    null,
    'wrong_type',
  ],
  ['a number for the element', '7', null, 'wrong_type'],
]

/** Pushes a text of elements. */
const pushText = ({ alfa }: TestService, texts: string[], query = '') =>
  alfa.call('PUT', `/availability${query}`, { raw: `{"updates":[${texts.join(',')}]}` })

for (const [wrong, text, field, code] of ROWS)
  test(`an element with ${wrong} is refused as ${code} at ${field ?? 'the element'} (contract §2)`, async () => {
    await using service = await startService()
    const { alfa } = service
    const place = field === null ? '' : `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`

    const atomic = await pushText(service, [GOOD_TEXT, text], '?mode=atomic')
    expect(atomic).toBeProblem(422, 'validation_failed')
    expect(atomic.body).toMatchObject({ received: 2, applied: 0, unchanged: 0, rejected: 2 })
    expect(atomic.body.errors).toMatchObject([
      { index: 1, field, code, path: `/updates/1${place}` },
    ])
    expect((await history(alfa, 'DBL', DATE)).body.items).toEqual([])
    expect((await pull(alfa, DATE)).body.rooms[0].days[0]).toMatchObject({ available: 0 })

    const alone = await pushText(service, [text])
    expect(alone).toBeProblem(422, 'validation_failed')
    expect(alone.body.errors).toMatchObject([{ index: 0, field, code, path: `/updates/0${place}` }])

    const partial = await pushText(service, [GOOD_TEXT, text])
    expect(partial.status).toBe(207)
    expect(partial.body).toMatchObject({ received: 2, applied: 1, rejected: 1 })
    expect(partial.body.errors).toMatchObject([{ index: 1, field, code }])
    expect(partial.body.errors[0].message).not.toBe('')
    expect((await pull(alfa, DATE)).body.rooms[0].days[0]).toMatchObject({ available: 4 })
  })

test('numbers written otherwise but whole are taken: 4.0, 4e0, 40e-1, -0 (RFC 8259 §6)', async () => {
  await using service = await startService()

  for (const [text, available] of [
    ['4.0', 4],
    ['3e0', 3],
    ['20e-1', 2],
    ['-0', 0],
  ] as const) {
    expect((await pushText(service, [withText('available', text)])).status).toBe(200)
    const { body } = await pull(service.alfa, DATE)
    expect(body.rooms[0].days[0].available).toBe(available)
  }
})

for (const [kind, element] of Object.entries({
  'several flaws each': { roomCode: 'NOPE', date: 'x', available: -1, extra: 1 },
  'long unknown rooms': { ...GOOD, roomCode: 'N'.repeat(64) },
  nulls: null,
  'days out of range': { ...GOOD, date: '2020-01-01' },
  'no price': { ...GOOD, priceCents: 0 },
}))
  test(`ten thousand elements with ten thousand errors (${kind}) answer in well under a second (issue 2)`, async () => {
    await using service = await startService({
      rooms: Array.from({ length: 50 }, (_, index) => ({ roomCode: `ROOM-${index}` })).concat({
        roomCode: 'DBL',
      }),
    })
    await push(service.alfa, [GOOD])
    const updates = Array.from({ length: 10_000 }, () => element)

    // Time of its own: other processes of the tests may have the cores meanwhile.
    const before = process.cpuUsage()
    const { status, body } = await push(service.alfa, updates)
    const { user, system } = process.cpuUsage(before)
    expect(status).toBe(422)
    expect(body.rejected).toBe(10_000)
    expect(body.errors).toHaveLength(1_000)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })
