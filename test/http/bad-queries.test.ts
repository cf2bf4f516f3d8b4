import { expect, test } from 'bun:test'
import { push } from '../support/http.ts'
import { startService } from '../support/service.ts'

const PULL = '/availability'
const HISTORY = '/availability/history'
const RANGE = 'from=2027-04-01&to=2027-04-02'
const DAY = 'roomCode=DBL&date=2027-04-01'

/** A path of the partner interface, its query string, and the parameter and code it is refused with. */
type Row = [path: string, query: string, parameter: string, code: string]

const ROWS: Row[] = [
  [PULL, 'to=2027-04-02', 'from', 'required'],
  [PULL, 'from=2027-04-01', 'to', 'required'],
  [PULL, 'from=&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=today&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=2027-02-30&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=2027-1-1&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=2027-04-01T00:00:00Z&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=2027-04-01&to=2027-04-31', 'to', 'invalid_date'],
  [PULL, 'from=%&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=%E0%A4%A&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=%00&to=2027-04-02', 'from', 'invalid_date'],
  [PULL, 'from=2027-04-02&to=2027-04-01', 'to', 'range_reversed'],
  [PULL, 'from=2027-04-01&to=9999-12-31', 'to', 'range_too_long'],
  [PULL, 'from=2020-04-01&to=2020-04-02', 'from', 'date_in_past'],
  [PULL, 'from=0000-01-01&to=0000-01-01', 'from', 'date_in_past'],
  [PULL, `${RANGE}&limit=1`, 'limit', 'unknown_field'],
  [PULL, `${RANGE}&From=2027-04-01`, 'From', 'unknown_field'],
  [PULL, `${RANGE}&__proto__=1`, '__proto__', 'unknown_field'],
  [PULL, `${RANGE}&toString=1`, 'toString', 'unknown_field'],
  [PULL, `${RANGE}&%ZZ=1`, '%ZZ', 'unknown_field'],
  [PULL, `${RANGE}&from=2027-04-01`, 'from', 'repeated'],
  [PULL, `to=2027-04-02&${RANGE}`, 'to', 'repeated'],
  [PULL, `${RANGE}&%66rom=2027-04-02`, 'from', 'repeated'],
  [PULL, `${RANGE}&from`, 'from', 'repeated'],
  [PULL, `${RANGE}&roomCode=`, 'roomCode', 'unknown_room'],
  [PULL, `${RANGE}&roomCode=DBK`, 'roomCode', 'unknown_room'],
  [PULL, `${RANGE}&roomCode=DBL&roomCode=DBK`, 'roomCode', 'unknown_room'],
  [PULL, `${RANGE}&roomCode=DBL,SGL`, 'roomCode', 'unknown_room'],
  [PULL, `${RANGE}&roomCode[]=DBL`, 'roomCode[]', 'unknown_field'],
  [PULL, `${RANGE}&roomCode=${'D'.repeat(5_000)}`, 'roomCode', 'unknown_room'],
  [HISTORY, 'date=2027-04-01', 'roomCode', 'required'],
  [HISTORY, 'roomCode=DBL', 'date', 'required'],
  [HISTORY, 'roomCode=DBK&date=2027-04-01', 'roomCode', 'unknown_room'],
  [HISTORY, 'roomCode=DBL&date=2027-02-30', 'date', 'invalid_date'],
  [HISTORY, 'roomCode=DBL&date=x', 'date', 'invalid_date'],
  [HISTORY, `${DAY}&limit=0`, 'limit', 'out_of_range'],
  [HISTORY, `${DAY}&limit=-1`, 'limit', 'out_of_range'],
  [HISTORY, `${DAY}&limit=101`, 'limit', 'out_of_range'],
  [HISTORY, `${DAY}&limit=9007199254740993`, 'limit', 'out_of_range'],
  [HISTORY, `${DAY}&limit=1.5`, 'limit', 'wrong_type'],
  [HISTORY, `${DAY}&limit=ten`, 'limit', 'wrong_type'],
  [HISTORY, `${DAY}&limit=`, 'limit', 'wrong_type'],
  [HISTORY, `${DAY}&limit=1e400`, 'limit', 'wrong_type'],
  [HISTORY, `${DAY}&limit=5&limit=6`, 'limit', 'repeated'],
  [HISTORY, `${DAY}&roomCode=SGL`, 'roomCode', 'repeated'],
  [HISTORY, `${DAY}&cursor=x`, 'cursor', 'invalid_cursor'],
  [HISTORY, `${DAY}&page=2`, 'page', 'unknown_field'],
  // WyJ4Il0 is ["x"]: a cursor by its form, of no list that goes by number.
  [HISTORY, `${DAY}&cursor=WyJ4Il0`, 'cursor', 'invalid_cursor'],
  ['/bookings', `${RANGE}&cursor=WyJ4Il0`, 'cursor', 'invalid_cursor'],
]

test('a query parameter that is wrong, missing, unknown or repeated is refused and named (contract §2, §6)', async () => {
  await using service = await startService()

  for (const [path, query, parameter, code] of ROWS) {
    const url = `${path}?${query}`
    const answer = await service.alfa.call('GET', url)
    expect([url, answer.status]).toEqual([url, 422])
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([url, answer.body.errors]).toMatchObject([url, [{ path: `?${parameter}`, code }]])
    expect(answer.body.errors[0].message).toBe(answer.body.detail)
    expect(answer.body.detail.length).toBeLessThan(300)
  }
})

/** A query string of the push, and the parameter and code it is refused with. */
const PUSH_ROWS = [
  ['mode=', 'mode', 'unknown_value'],
  ['mode=Atomic', 'mode', 'unknown_value'],
  ['mode=all', 'mode', 'unknown_value'],
  ['mode=atomic&mode=partial', 'mode', 'repeated'],
  ['mode=partial&mode=partial', 'mode', 'repeated'],
  ['dryRun=', 'dryRun', 'unknown_value'],
  ['dryRun=1', 'dryRun', 'unknown_value'],
  ['dryRun=TRUE', 'dryRun', 'unknown_value'],
  ['dryRun', 'dryRun', 'unknown_value'],
  ['dryRun=true&dryRun=false', 'dryRun', 'repeated'],
  ['dryrun=true', 'dryrun', 'unknown_field'],
  ['atomic=true', 'atomic', 'unknown_field'],
] as const

test('a push with a wrong mode, dryRun or other parameter is refused whole: nobody gets another mode than asked for (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const good = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 100 }

  for (const [query, parameter, code] of PUSH_ROWS) {
    const answer = await push(alfa, [good], `?${query}`)
    expect([query, answer.status]).toEqual([query, 422])
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([query, answer.body.errors]).toMatchObject([query, [{ path: `?${parameter}`, code }]])
  }
  expect((await alfa.call('GET', `${HISTORY}?${DAY}`)).body.items).toEqual([])
})

test('what is wrong with a query is told all at once (contract §6)', async () => {
  await using service = await startService()

  const { body } = await service.alfa.call('GET', `${PULL}?to=x&page=1`)
  expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    '?from',
    '?page',
    '?to',
  ])
})

test('a parameter that is empty between its separators is none (WHATWG URL §5)', async () => {
  await using service = await startService()

  expect((await service.alfa.call('GET', `${PULL}?&${RANGE}&&`)).status).toBe(200)
  expect((await service.alfa.call('GET', `${PULL}?%66rom=2027-04-01&to=2027-04-02`)).status).toBe(
    200,
  )
})
