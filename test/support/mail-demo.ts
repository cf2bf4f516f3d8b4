import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { MailServer } from '../../src/outbox/mail/smtp.ts'
import { prepareDemo, type Sheet } from './demo-folder.ts'
import type { MailInbox } from './mail-server.ts'
import { dayFromNow, type ServiceProcess, type Setup } from './process.ts'

/** How the program finds a mail server. */
export function mailEnv({ host, port, security, login }: MailServer): Record<string, string> {
  const user = login ? `${login.user}:${encodeURIComponent(login.pass)}@` : ''
  const scheme = security === 'tls' ? 'smtps' : 'smtp'
  const tls = security === 'starttls' ? '?tls=always' : ''
  return {
    SMTP_URL: `${scheme}://${user}${host}:${port}${tls}`,
    MAIL_FROM: 'Rooms <rooms@roomwire.example>',
    PUBLIC_RATE_PER_MINUTE: '0',
    LOGIN_LIMITS: '0',
    FAIR_USE: '0',
    STRANGER_LIMITS: '0',
  }
}

/** The demo in a folder, all of whose hotels tell their guests, with a mail server. */
export async function prepareMailDemo(
  setup: Setup,
  inbox: MailInbox,
  more: Record<string, string> = {},
): Promise<{ sheet: Sheet; setup: Setup }> {
  const sheet = await prepareDemo(setup)
  using database = new Database(join(setup.folder, 'data/roomwire.db'))
  database.run('update hotel set mail_guests = 1, revision = revision + 1')
  return { sheet, setup: { ...setup, env: { ...mailEnv(inbox.server), ...more } } }
}

/** Books a night or another of the demo, until it is one that is free, for an address. @returns the code */
export async function bookFor(
  served: ServiceProcess,
  { hotelSlug }: Sheet,
  email: string,
): Promise<string> {
  for (;;) {
    const night = 30 + Math.floor(Math.random() * 300)
    const stay = { checkin: dayFromNow(night), checkout: dayFromNow(night + 1) }
    const guest = { firstName: 'Çağla', lastName: 'Øye', email }
    const body = { hotelSlug, roomCode: 'DBL', adults: 1, ...stay, guest }
    const answer = await served.call('POST', '/v1/bookings', { body })
    if (answer.status === 201) return answer.body.code
    if (answer.status !== 409) throw new Error(`no booking: ${answer.status} ${answer.text}`)
  }
}

/** The mails of a demo, as a connection of its own sees them. */
export function mailRows({ folder }: Setup) {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  return database
    .query('select id, booking_code as code, address, state, attempts from mail')
    .all() as {
    id: string
    code: string
    address: string
    state: string
    attempts: number
  }[]
}
