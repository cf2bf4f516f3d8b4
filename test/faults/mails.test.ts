import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { bookFor, mailRows, prepareMailDemo } from '../support/mail-demo.ts'
import { type MailInbox, startMailServer } from '../support/mail-server.ts'
import { startProcess, until } from '../support/process.ts'

/** MAIL_KILLS=40 takes some two minutes. */
const KILLS = Number(process.env.MAIL_KILLS ?? 5)
const CALLERS = 3
/** A kill comes after so many bookings of its round at most, and so long after the last of them, at random. */
const BOOKINGS_MAX = 20
const KILL_WITHIN_MS = 60
/** How long the server takes over a mail at most. */
const SLOW_MS = 250
/** Under way at once. */
const MAILS_AT_ONCE = 8

const program = shelvedBinary()
const isGuest = (address: string) => address.startsWith('guest')
const toGuests = (mails: MailInbox['received']) => mails.filter(({ to }) => isGuest(to[0]!))

test(`after ${KILLS} kills amid bookings each has had its mail: once, or once more if it was under way (issue 17)`, async () => {
  using folder = temporaryFolder()
  await using inbox = await startMailServer()
  // Some are slow, so that a kill finds them under way.
  inbox.answer(async () => void (await Bun.sleep(Math.random() * SLOW_MS)))
  const { sheet, setup } = await prepareMailDemo({ folder: folder.path, program }, inbox)
  const answered: string[] = []
  /** Of each mail the rounds in which it came. */
  const came = new Map<string, number[]>()
  let seen = 0
  const note = (round: number) => {
    for (const { headers } of toGuests(inbox.received.slice(seen)))
      came.set(headers['message-id']!, [...(came.get(headers['message-id']!) ?? []), round])
    seen = inbox.received.length
  }
  let made = 0
  for (let round = 0; round < KILLS; round++) {
    await using served = await startProcess(['serve'], setup)
    const offered = inbox.offered()
    const enough = answered.length + 1 + Math.random() * BOOKINGS_MAX
    let isKilled = false
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!isKilled && answered.length < enough + BOOKINGS_MAX)
        answered.push(await bookFor(served, sheet, `guest${made++}@example.com`))
    })
    const ended = Promise.allSettled(callers)
    await until('enough is booked', () => answered.length > enough)
    await until('a mail came', () => inbox.offered() > offered)
    await Bun.sleep(Math.random() * KILL_WITHIN_MS)
    isKilled = true
    await served.stop('SIGKILL')
    await ended
    // What the server had of a process that is dead comes to its end.
    await Bun.sleep(2 * SLOW_MS)
    note(round)
  }
  await using served = await startProcess(['serve'], setup)
  inbox.answer(() => undefined)
  const waiting = () => mailRows(setup).filter(({ state }) => state !== 'sent').length
  for (let left = waiting(); left > 0; left = waiting())
    await until('another mail goes', () => waiting() < left)
  expect((await served.stop()).exitCode).toBe(0)
  note(KILLS)

  // The worker closes a statement of the demo, which goes to its agency.
  const rows = mailRows(setup).filter(({ address }) => isGuest(address))
  const received = toGuests(inbox.received)
  const codes = rows.map(({ code }) => code)
  expect(new Set(codes).size).toBe(rows.length)
  expect(answered.filter((code) => !codes.includes(code))).toEqual([])
  expect(codes.toSorted()).toEqual(bookedSince(folder.path))
  const ids = rows.map(({ id }) => `<${id}@roomwire.example>`)
  expect([...came.keys()].toSorted()).toEqual(ids.toSorted())
  const twice = [...came.values()].filter((rounds) => rounds.length > 1)
  for (const rounds of twice) {
    // Never without a kill between: once a round.
    expect(new Set(rounds).size).toBe(rounds.length)
  }
  expect(received.length - rows.length).toBeLessThanOrEqual(KILLS * MAILS_AT_ONCE)
  for (const { to, text } of received) {
    const row = rows.find(({ address }) => address === to[0])!
    expect(text).toContain(row.code)
  }
  process.stdout.write(
    `${rows.length} mails, ${received.length} received, ${twice.length} of them more than once\n`,
  )
}, 300_000)

/** Codes of bookings for the guests of this test, in order. */
function bookedSince(folder: string): string[] {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  const rows = database
    .query("select code from booking where email like 'guest%@example.com' and last_name = 'Øye'")
    .all() as { code: string }[]
  return rows.map(({ code }) => code).toSorted()
}
