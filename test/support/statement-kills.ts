import { expect } from 'bun:test'
import { runCommand, type ServiceProcess, type Setup, startProcess, until } from './process.ts'

/** Bookings of the month: dozens of slices, so that a kill finds the copying under way. */
const BOOKINGS = 5_000
/** Months that no clock closes by itself: they are older than the first that a clock begins with. */
const MONTHS = ['2026-01', '2026-02', '2026-03']

/** Runs a statement that both engines know on the database of a setup. */
type Ask = (statement: string) => Promise<Record<string, any>[]>

/** A hotel with a booking of no agency, an agency, and somebody who may close months. */
export type Hotel = {
  setup: Setup
  ask: Ask
  hotelSlug: string
  login: { email: string; password: string }
}

const numbersOf = (row: Record<string, any> | undefined) =>
  Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]))

/**
 * Closes a long month at as many services as asked at once, kills them amid the copying, and lets one finish it. No line
 * stands twice or never at any moment, and the sums are those of the bookings.
 */
export async function killAmidClosing(hotel: Hotel, services: number): Promise<void> {
  // On a busy machine the copying may end before the kill; then another month is tried.
  for (const month of MONTHS) if (await closeAndKill(hotel, { services, month })) return
  throw new Error('no kill came amid the copying')
}

/** @returns true if the kill came amid the copying */
async function closeAndKill(
  { setup, ask, hotelSlug, login }: Hotel,
  { services, month }: { services: number; month: string },
): Promise<boolean> {
  const place = await makeMonth(ask, hotelSlug, month)
  const env = { ...setup.env, LOGIN_LIMITS: '0', PUBLIC_RATE_PER_MINUTE: '0' }
  const each = { ...setup, env }
  {
    const all = await startAll(each, services)
    await using _ended = disposeAll(all)
    const answers = await Promise.all(
      [...all, ...all].map((served) => close(served, { hotelSlug, login }, place)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await until('lines are copied by the pass', async () => (await linesOf(ask)).lines > 200)
    await Promise.all(all.map((served) => served.stop('SIGKILL')))
  }
  const amid = await linesOf(ask)
  expectWhole(amid)
  await using _served = await startProcess(['serve'], each)
  const isClosed = async () =>
    (await ask("select id from statement where status = 'closed'")).length === 1
  await until('the month is closed', isClosed)
  const done = await linesOf(ask)
  expectWhole(done)
  expect(done).toMatchObject({ lines: BOOKINGS, statements: 1, owed: await owedOf(ask) })
  // Doctor looks at the machine, too, which other tests use meanwhile: only what it says of statements counts.
  const { stdout } = await runCommand(['doctor'], setup)
  expect(stdout).toContain('ok   statements of agencies are as their lines and adjustments say')
  return amid.lines < BOOKINGS
}

const startAll = (setup: Setup, count: number) =>
  Promise.all(Array.from({ length: count }, () => startProcess(['serve'], setup)))

const disposeAll = (all: readonly ServiceProcess[]): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    await Promise.all(all.map((served) => served[Symbol.asyncDispose]()))
  },
})

type Place = { agencyCode: string; month: string; currency: string }

async function close(
  { call }: ServiceProcess,
  { hotelSlug, login }: Pick<Hotel, 'hotelSlug' | 'login'>,
  body: Place,
) {
  const { status, text, body: session } = await call('POST', '/v1/auth/login', { body: login })
  expect(status, text).toBe(200)
  const path = `/v1/panel/statements/close?hotel=${hotelSlug}`
  return await call('POST', path, { key: session.token, body })
}

/** Gives an agency thousands of stays of a month that is over, each a copy of one at the hotel. */
async function makeMonth(ask: Ask, hotelSlug: string, month: string): Promise<Place> {
  const [like] = await ask(
    `select b.* from booking b join hotel h on h.id = b.hotel_id
     where h.slug = '${hotelSlug}' and b.agency_id is null order by b.id limit 1`,
  )
  const [agency] = await ask('select id, code from agency order by id limit 1')
  await ask('update booking set agency_id = null, statement_id = null, adjusted_cents = 0')
  for (const table of ['agency_terms', 'agency_night', 'statement_adjustment'])
    await ask(`delete from ${table}`)
  for (const table of ['statement_line', 'statement']) await ask(`delete from ${table}`)
  const own: Record<string, string> = {
    ...{ code: "'K' || cast(100000 + n.i as text)", status: "'completed'", collect: "'agency'" },
    ...{ agency_id: String(agency!.id), commission_cents: '10 + n.i', paid_cents: '0' },
    ...{ total_price_cents: '1000 + n.i', checkin: `'${month}-10'`, checkout: `'${month}-12'` },
    ...{ group_code: 'null', group_position: 'null', external_id: 'null', free_until: 'null' },
    ...{ penalty_cents: 'null', hold_expires_at_ms: 'null' },
  }
  const names = Object.keys(like!).filter((name) => name !== 'id')
  await ask(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${BOOKINGS})
     insert into booking (${names.join(', ')})
     select ${names.map((name) => own[name] ?? `b.${name}`).join(', ')}
     from booking b cross join n where b.id = ${like!.id}`,
  )
  await ask(
    `insert into agency_terms (hotel_id, agency_id, rate_codes, payment_days, guest_acts, stop_sale, active, owed_cents)
     select hotel_id, agency_id, '[]', 30, false, false, true, sum(total_price_cents + extras_total_cents - commission_cents)
     from booking where agency_id is not null group by hotel_id, agency_id`,
  )
  return { agencyCode: agency!.code, month, currency: like!.currency }
}

/** The lines so far, how often bookings stand in them, and what the statement says. */
async function linesOf(ask: Ask) {
  const [row] = await ask(
    `select count(*) as lines, count(distinct l.booking_id) as bookings, max(l.position) as last,
       coalesce(sum(l.owed_cents), 0) as owed,
       (select count(*) from booking where statement_id is not null) as marked,
       (select count(*) from statement) as statements,
       (select sum(line_count) from statement) as counted, (select sum(owed_cents) from statement) as summed
     from statement_line l`,
  )
  return numbersOf(row) as Record<
    'lines' | 'bookings' | 'last' | 'owed' | 'marked' | 'statements' | 'counted' | 'summed',
    number
  >
}

function expectWhole(seen: Awaited<ReturnType<typeof linesOf>>): void {
  const { lines, owed } = seen
  const whole = { bookings: lines, last: lines, marked: lines, counted: lines, summed: owed }
  expect(seen).toMatchObject(whole)
}

const owedOf = async (ask: Ask): Promise<number> => {
  const due = 'total_price_cents + extras_total_cents - commission_cents'
  const [row] = await ask(`select sum(${due}) as owed from booking where agency_id is not null`)
  return Number(row!.owed)
}
