import { Database } from 'bun:sqlite'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  DIST,
  isFresh,
  type ServiceProcess,
  type Setup,
  startProcess,
  until,
  usualProgram,
} from './process.ts'

/**
 * A seeded demo is copied for so long. It has a hold of 15 minutes, of which a copy still has most; and a multiple of
 * this is the full hour, with which somewhere the day ends and the demo's dates are others.
 */
const KEPT_MS = 300_000
const PREFIX = 'demo-'
const SESSIONS = 'sessions.json'
/** Where the folder of a period is, once this process has found it. */
const seeded = { period: 0, path: '' }

/** Who signs in to the demo. */
export type Person =
  | 'manager'
  | 'revenue'
  | 'frontDesk'
  | 'readOnly'
  | 'admin'
  | 'guest'
  | 'agency'
  | 'agencySeller'
  | 'agencyAccounts'
  | 'otherAgency'

/** What somebody signs in with. */
export type Login = { email: string; password: string }

/** What `demo.json` holds. */
export type Sheet = {
  baseUrl: string
  hotelSlug: string
  apiKey: string
  otherHotel: { slug: string; apiKey: string }
  vendor: { name: string; secret: string }
  users: Record<Person, Login>
}

/** What a log-in gives a page: a token, and the cookie that keeps it. */
export type Session = { token: string; cookie: string }

/** A session of everybody. */
export type Sessions = Record<Person, Session>

/** Creates the demo in a folder, with API keys without a rate limit; no server runs on it. */
export async function prepareDemo(setup: Setup): Promise<Sheet> {
  const { sheet } = await copyDemo(setup)
  using database = new Database(join(setup.folder, 'data/roomwire.db'))
  database.run('update api_key set requests_per_minute = 10000000')
  return sheet
}

/**
 * Makes the demo in a folder, as the `demo` command of a program leaves it, once everybody has signed in; nothing serves
 * it.
 */
export async function copyDemo({
  folder,
  program,
}: Setup): Promise<{ sheet: Sheet; sessions: Sessions }> {
  const original = await seededDemo(program ?? (await usualProgram()))
  cpSync(join(original, 'data'), join(folder, 'data'), { recursive: true })
  freshen(folder)
  const sessions = JSON.parse(readFileSync(join(original, SESSIONS), 'utf8'))
  return { sheet: readSheet(folder), sessions }
}

/** Has everybody's log-in be as of the end of a test: what lasts is not asked for where a test is not about that. */
function freshen(folder: string): void {
  using database = new Database(join(folder, 'data/roomwire.db'))
  database.run('update session set stepped_up_at_ms = ?', [Date.now() + 3_600_000])
}

/** `demo.json` of a folder. */
export const readSheet = (folder: string): Sheet =>
  JSON.parse(readFileSync(join(folder, 'data/demo.json'), 'utf8'))

/** A folder with the demo of these minutes, seeded by whichever process of the tests needs it first. */
async function seededDemo(program: string[]): Promise<string> {
  const period = Math.floor(Date.now() / KEPT_MS)
  if (seeded.period === period) return seeded.path
  const path = join(DIST, PREFIX + period)
  if (!isFresh(path)) await seedOnce(program, path, period)
  return Object.assign(seeded, { period, path }).path
}

/** Seeds, or waits for the process that does: each seed costs some seconds of the processor. */
async function seedOnce(program: string[], path: string, period: number): Promise<void> {
  const turn = `${path}-turn`
  try {
    mkdirSync(turn)
  } catch {
    // It may have been ended: then this one seeds, too.
    const isThere = await until('the demo is seeded', () => isFresh(path)).catch(() => false)
    if (isThere !== false) return
  }
  await seed(program, path, period)
}

async function seed(program: string[], path: string, period: number): Promise<void> {
  const made = `${path}-${process.pid}`
  // An attempt that failed may have left half a demo.
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  await using served = await startProcess(['demo'], { folder: made, program })
  // What it does once in the background would be done again in every copy.
  await until('the words of its bookings are indexed', () => isIndexed(made))
  await until('its alarms are raised', () => !hasAlarms(made))
  writeFileSync(join(made, SESSIONS), JSON.stringify(await signInAll(served, readSheet(made))))
  await served.stop()
  forgetWebhook(made)
  forgetAgreements(made)
  // Those of the period before may just be copied.
  for (const name of readdirSync(DIST))
    if (name.startsWith(PREFIX) && Number.parseInt(name.slice(PREFIX.length), 10) < period - 1)
      rmSync(join(DIST, name), { recursive: true, force: true })
  place(made, path)
}

/** Signs everybody in, once for all copies: each log-in costs a slow hash. */
async function signInAll({ call }: ServiceProcess, { users }: Sheet): Promise<Partial<Sessions>> {
  const sessions: Partial<Sessions> = {}
  for (const [who, login] of Object.entries(users) as [Person, Login][]) {
    const answer = await call('POST', '/v1/auth/login', { body: { ...login, keep: true } })
    if (answer.status !== 200) throw new Error(`${who} is not signed in: ${answer.text}`)
    sessions[who] = { token: answer.body.token, cookie: answer.headers.getSetCookie()[0]! }
  }
  return sessions
}

function isIndexed(folder: string): boolean {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  const last = `select 1 from meta where key = 'booking_words_through' and value = (select max(id) from booking)`
  return database.query(last).get() !== null
}

/** True if `booking.unacked` is due of a booking, or an event has still to be queued for its receivers. */
function hasAlarms(folder: string): boolean {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  const due = `select 1 from booking where updated_at_ms between ?1 - 604800000 and ?1 - 1800000
    and status in ('confirmed', 'no_show', 'completed')
    and revision > max(coalesce(acked_revision, 0), coalesce(unacked_revision, 0))
    union all select 1 from outbox where queued_at_ms is null`
  return database.query(due).get(Date.now()) !== null
}

/** Takes the demo's own webhook away, so that a test's is the only one. */
function forgetWebhook(folder: string): void {
  using database = new Database(join(folder, 'data/roomwire.db'))
  for (const table of ['attempt', 'delivery', 'webhook']) database.run(`delete from ${table}`)
}

/** Takes away what the manager's hotel agreed with agencies and set aside for them, so that a test's is the only one. */
function forgetAgreements(folder: string): void {
  using database = new Database(join(folder, 'data/roomwire.db'))
  const { hotelSlug } = readSheet(folder)
  const ofHotel = 'hotel_id = (select id from hotel where slug = ?)'
  database.run(`delete from allotment where ${ofHotel}`, [hotelSlug])
  // Debts stay with terms that are not active, which are as none.
  const set =
    "active = 0, stop_sale = 0, rate_codes = '[]', commission_bp = null, option_days = null"
  database.run(`update agency_terms set ${set} where ${ofHotel}`, [hotelSlug])
  database.run('update hotel set uses_allotments = 0 where slug = ?', [hotelSlug])
}

/** Gives a folder its name, unless another process has just made one of that name. */
function place(made: string, path: string): void {
  if (existsSync(path) && !isFresh(path)) rmSync(path, { recursive: true, force: true })
  try {
    renameSync(made, path)
  } catch {
    rmSync(made, { recursive: true })
  }
}
