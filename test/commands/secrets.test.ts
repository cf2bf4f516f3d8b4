import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { copyDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dayFromNow, runCommand, type ServiceProcess, startProcess } from '../support/process.ts'
import { codeAt } from '../support/second-factor.ts'

// No secret stands readable in the database, its log of writes, a backup, or what the service logs (issue 37, item 4;
// ASVS 14.2.4 and 16.2.5).

const program = shelvedBinary()
const PASSWORD = 'a lighthouse above the quiet strait'
/** Typed and refused: a password of another service, perhaps. */
const MISTYPED = 'the other harbour of my other bank'

/** Everything secret that came of a run, by what it is. */
async function useAll(
  { call }: ServiceProcess,
  { sheet, sessions }: Awaited<ReturnType<typeof copyDemo>>,
): Promise<Map<string, string>> {
  const secrets = new Map<string, string>()
  const keep = (name: string, text: unknown) => {
    if (typeof text !== 'string' || text.length < 8)
      throw new Error(`${name} is not known: ${text}`)
    secrets.set(name, text)
  }
  const send = async (method: string, path: string, body: unknown, key?: string, headers = {}) => {
    const answer = await call(method, path, { ...(key && { key }), body, headers })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  for (const [who, { password }] of Object.entries(sheet.users)) keep(`password ${who}`, password)
  for (const [who, { token, cookie }] of Object.entries(sessions)) {
    keep(`session ${who}`, token.split('.')[2])
    keep(`cookie ${who}`, cookie.split(';')[0]!.split('=')[1])
  }
  keep('key', sheet.apiKey)
  keep('vendor', sheet.vendor.secret)
  const owner = sessions.manager.token
  const admin = sessions.admin.token
  const of = `?hotel=${sheet.hotelSlug}`
  const hook = { url: 'https://hooks.example.com/secrets' }
  const madeKey = await send('POST', `/v1/panel/api-keys${of}`, { name: 'New' }, owner)
  keep('new key', madeKey.secret)
  const webhook = await send('POST', `/v1/panel/webhooks${of}`, hook, owner)
  keep('webhook', webhook.secret)
  const rotate = `/v1/panel/webhooks/${webhook.id}/rotate-secret${of}`
  keep('webhook after', (await send('POST', rotate, undefined, owner)).secret)
  keep('site', (await send('POST', `/v1/panel/sites${of}`, { name: 'a.example' }, owner)).secret)
  const contact = { name: 'Pier', contact: 'pier@example.com' }
  const vendor = await send('POST', '/v1/admin/vendors', contact, admin)
  keep('new vendor', vendor.secret)
  keep(
    'test vendor',
    (await send('POST', `/v1/admin/vendors/${vendor.id}/test-secret`, undefined, admin)).secret,
  )

  const email = 'grace@example.com'
  const registered = await send('POST', '/v1/auth/register', {
    email,
    password: PASSWORD,
    name: 'Grace',
  })
  keep('password', PASSWORD)
  keep('password mistyped', MISTYPED)
  expect(
    (await call('POST', '/v1/auth/login', { body: { email, password: MISTYPED } })).status,
  ).toBe(401)
  const kept = await call('POST', '/v1/auth/login', {
    body: { email, password: PASSWORD, keep: true },
  })
  const { token } = kept.body
  keep('session', token.split('.')[2])
  for (const cookie of kept.headers.getSetCookie())
    keep(`cookie ${cookie.split('=')[0]}`, cookie.split(';')[0]!.split('=')[1])
  const factor = await send('POST', '/v1/auth/second-factor', { currentPassword: PASSWORD }, token)
  keep('seed of codes', factor.secret)
  const code = codeAt(factor.secret, Date.now())
  const { recoveryCodes } = await send('POST', '/v1/auth/second-factor/confirm', { code }, token)
  for (const [at, each] of recoveryCodes.entries()) keep(`recovery code ${at}`, each)
  const reset = await send('POST', `/v1/admin/users/${registered.id}/reset-link`, undefined, admin)
  keep('link', reset.url.split('.').at(-1))

  const stay = { checkin: dayFromNow(40), checkout: dayFromNow(41), roomCode: 'DBL', adults: 1 }
  const guest = { firstName: 'Grace', lastName: 'Hopper', email }
  const order = { hotelSlug: sheet.hotelSlug, ...stay, guest }
  // An answer that is kept for its repetition has the token of the booking.
  const repeatable = { 'idempotency-key': crypto.randomUUID() }
  const booking = await send('POST', '/v1/bookings', order, undefined, repeatable)
  keep('manage token', booking.manageToken)
  const linkOf = `/v1/panel/bookings/${booking.code}/manage-link${of}`
  await send('POST', linkOf, undefined, owner)
  return secrets
}

test('passwords, keys, tokens, seeds and secrets stand readable nowhere after a full run (issue 37)', async () => {
  using folder = temporaryFolder()
  const env = { LOG_LEVEL: 'debug', STRANGER_LIMITS: '0', PUBLIC_URL: 'http://localhost:3000' }
  const setup = { folder: folder.path, program, env }
  const demo = await copyDemo(setup)
  await using served = await startProcess(['serve'], setup)
  const secrets = await useAll(served, demo)
  const { exitCode } = await runCommand(['backup', 'copy.db'], setup)
  expect(exitCode).toBe(0)
  const places = new Map<string, string>()
  const keep = (name: string, path: string) => places.set(name, readFileSync(path, 'latin1'))
  keep('backup', join(folder.path, 'copy.db'))
  // While it serves, the newest writes are in the database's log alone.
  for (const name of readdirSync(join(folder.path, 'data')).filter((each) => /\.db/.test(each)))
    keep(name, join(folder.path, 'data', name))
  await served.stop()
  keep('database', join(folder.path, 'data/roomwire.db'))
  places.set('log', served.stderr() + served.stdout())

  expect(secrets.size).toBeGreaterThan(45)
  expect([...places.keys()]).toContain('roomwire.db-wal')
  const found = [...secrets].flatMap(([name, secret]) =>
    [...places].filter(([, text]) => text.includes(secret)).map(([place]) => `${name} in ${place}`),
  )
  expect(found).toEqual([])
  // What is searched is what was written, and the backup can be read by nobody else.
  for (const place of ['database', 'backup'])
    expect(places.get(place)).toContain('grace@example.com')
  expect(statSync(join(folder.path, 'copy.db')).mode & 0o777).toBe(0o600)
})
