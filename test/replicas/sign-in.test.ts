import { afterAll, beforeAll, expect, test } from 'bun:test'
import { good } from '../support/oversold.ts'
import type { ServiceProcess } from '../support/process.ts'
import { type Replicas, startReplicas } from '../support/processes.ts'
import { type Ask, hireAdmin, makeGround, makeHotel } from '../support/replica-hotels.ts'
import { codeAt } from '../support/second-factor.ts'

// How somebody signs in is the same at every replica (issue 17, 3).

const START_MS = 60_000
const TIMES = 3
const PASSWORD = 'seven green bottles'
const STEP_MS = 30_000

let replicas: Replicas
let admin: Ask

beforeAll(async () => {
  replicas = await startReplicas({ count: 3 })
  admin = await hireAdmin(replicas)
  await makeGround(admin, replicas.next())
  await makeHotel(admin, replicas, { slug: 'alfa', rooms: [{ roomCode: 'DBL', totalRooms: 5 }] })
}, START_MS)

afterAll(async () => {
  try {
    await replicas.stop()
  } finally {
    await replicas[Symbol.asyncDispose]()
  }
}, START_MS)

/** A manager of the hotel, made through a replica. */
async function hire(served: ServiceProcess, name: string) {
  const email = `${name}@example.com`
  const role = { role: 'hotel_manager', hotels: ['alfa'] }
  const { id } = await admin(served, 'POST', '/admin/users', {
    ...{ email, password: PASSWORD, name },
    ...role,
  })
  return { id, email }
}

const login = (served: ServiceProcess, email: string, totp?: string) =>
  served.call('POST', '/v1/auth/login', { body: { email, password: PASSWORD, totp } })
const me = async (served: ServiceProcess, key: string) =>
  (await served.call('GET', '/v1/auth/me', { key })).status

/** Switches a second factor on through one replica after the other. @returns the secret */
async function enrol([one, other]: [ServiceProcess, ServiceProcess], key: string): Promise<string> {
  const body = { currentPassword: PASSWORD }
  const begun = good(await one.call('POST', '/v1/auth/second-factor', { key, body }))
  const { secret } = begun.body
  const code = codeAt(secret, Date.now())
  good(await other.call('POST', '/v1/auth/second-factor/confirm', { key, body: { code } }))
  return secret
}

test('a session that one replica has ended is refused by the next call to every other', async () => {
  for (let n = 0; n < TIMES; n++) {
    const [told, asked, third] = replicas.all as [ServiceProcess, ServiceProcess, ServiceProcess]
    const { email } = await hire(told, `session-${n}`)
    const key = good(await login(asked, email)).body.token
    const own = good(await login(told, email)).body.token
    for (const served of replicas.all) expect(await me(served, key)).toBe(200)
    good(await told.call('DELETE', '/v1/auth/sessions', { key: own }))
    expect([await me(asked, key), await me(third, key)]).toEqual([401, 401])
    for (const served of replicas.all) expect(await me(served, own)).toBe(200)
  }
}, 120_000)

test('one code sent at once to three replicas lets in once', async () => {
  const [one, other] = replicas.all as [ServiceProcess, ServiceProcess, ServiceProcess]
  const { email } = await hire(one, 'codes')
  const secret = await enrol([one, other], good(await login(one, email)).body.token)
  expect((await login(other, email)).body.code).toBe('totp_required')
  // A code of the step to come, which is taken half a minute early.
  const code = codeAt(secret, Date.now() + STEP_MS)
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => login(replicas.next(), email, code)),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, ...Array(8).fill(401)])
}, 120_000)

test('wrong codes are counted once for all replicas', async () => {
  const [one, other] = replicas.all as [ServiceProcess, ServiceProcess, ServiceProcess]
  const { email } = await hire(one, 'guesses')
  const secret = await enrol([one, other], good(await login(one, email)).body.token)
  const near = [-1, 0, 1, 2].map((steps) => codeAt(secret, Date.now(), steps))
  const wrong = ['000000', '111111', '222222', '333333', '444444'].find(
    (each) => !near.includes(each),
  )
  const codes: string[] = []
  for (let n = 0; n < 15; n++)
    codes.push((await login(replicas.all[n % 3]!, email, wrong)).body.code)
  expect(codes).toEqual([...Array(10).fill('totp_invalid'), ...Array(5).fill('rate_limited')])
}, 120_000)

test('a hotel that asks for a second factor through one replica is shut, and open, at the next call to another', async () => {
  for (let n = 0; n < TIMES; n++) {
    const [told, asked] = replicas.all as [ServiceProcess, ServiceProcess]
    const { email } = await hire(told, `shut-${n}`)
    const key = good(await login(asked, email)).body.token
    const hotel = async () => (await asked.call('GET', '/v1/panel/hotel', { key })).status
    expect(await hotel()).toBe(200)
    await admin(told, 'PATCH', '/admin/hotels/alfa/second-factor', { required: true })
    expect(await hotel()).toBe(403)
    await enrol([told, told], key)
    expect(await hotel()).toBe(200)
    await admin(told, 'PATCH', '/admin/hotels/alfa/second-factor', { required: false })
  }
}, 120_000)
