import { expect, test } from 'bun:test'
import { book, CARLA, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import type { Call } from '../support/service.ts'
import { startService, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const PASSWORD = 'a boat on the Bosphorus'
const OVERRIDE = 'Ada\u202e'
const BELL = 'loud\u0007'

type Who = Record<'public' | 'admin' | 'manager' | 'key', Call>

/** Every body with a name, a text or an e-mail of its own: what is sent with it, and where it stands. */
const PLACES: [who: keyof Who, route: string, path: string, body: (text: string) => unknown][] = [
  [
    'public',
    'POST /v1/auth/register',
    '/name',
    (name) => ({ email: CARLA, password: PASSWORD, name }),
  ],
  ['manager', 'PATCH /v1/auth/me', '/name', (name) => ({ name })],
  [
    'public',
    'PATCH /v1/bookings/CODE',
    '/guest/firstName',
    (firstName) => ({ guest: { firstName } }),
  ],
  ['public', 'PATCH /v1/bookings/CODE', '/guest/lastName', (lastName) => ({ guest: { lastName } })],
  ['admin', 'POST /v1/admin/cities', '/name', (name) => ({ name, country: 'TR' })],
  ['admin', 'PATCH /v1/admin/hotels/alfa', '/name', (name) => ({ name })],
  ['admin', 'PATCH /v1/admin/hotels/alfa', '/address', (address) => ({ address })],
  ['manager', 'PATCH /v1/panel/rooms/DBL', '/name', (name) => ({ name })],
  ['admin', 'PATCH /v1/admin/boards/BB', '/name', (name) => ({ name })],
  ['admin', 'PATCH /v1/admin/agencies/DELTA', '/name', (name) => ({ name })],
  ['admin', 'PATCH /v1/admin/users/ID', '/name', (name) => ({ name })],
  ['manager', 'POST /v1/panel/api-keys', '/name', (name) => ({ name })],
  [
    'key',
    'POST /v1/partner/bookings/CODE/ack',
    '/externalId',
    (externalId) => ({ revision: 1, externalId }),
  ],
]
/** Texts of several lines, and what a good one is answered: two are of things that are not there to be written to. */
const PROSE: [...place: (typeof PLACES)[number], status: number][] = [
  [
    'public',
    'PATCH /v1/bookings/CODE',
    '/specialRequests',
    (specialRequests) => ({ specialRequests }),
    200,
  ],
  [
    'public',
    'POST /v1/bookings/CODE/cancel',
    '/reason',
    (reason) => ({ reason, simulate: true }),
    200,
  ],
  ['public', 'POST /v1/bookings/CODE/review', '/text', (text) => ({ rating: 5, text }), 409],
  ['manager', 'PATCH /v1/panel/rooms/DBL', '/description', (description) => ({ description }), 200],
  ['manager', 'POST /v1/panel/reviews/ID/reply', '/text', (text) => ({ text }), 404],
]
const EMAILS: typeof PLACES = [
  [
    'public',
    'POST /v1/auth/register',
    '/email',
    (email) => ({ email, password: PASSWORD, name: 'A' }),
  ],
  ['public', 'PATCH /v1/bookings/CODE', '/guest/email', (email) => ({ guest: { email } })],
  ['admin', 'PATCH /v1/admin/agencies/DELTA', '/email', (email) => ({ email })],
  ['admin', 'PATCH /v1/admin/users/ID', '/email', (email) => ({ email })],
]

/** Sends each of some texts to a place. */
async function send(
  service: TestService,
  [who, route, , body]: Readonly<(typeof PLACES)[number]>,
  texts: readonly string[],
) {
  await sell(service)
  await addAgency(service)
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const callers: Who = {
    public: service.call,
    admin: (await signIn(service, 'admin')).call,
    manager: manager.call,
    key: (method, path, init) => service.alfa.call(method, path.replace('/v1/partner', ''), init),
  }
  const { code } = (await book(service.call)).body
  const [method = '', path = ''] = route
    .replace('CODE', code)
    .replace('ID', manager.user.id)
    .split(' ')
  const answers = []
  const key = route.includes('bookings/CODE') && who === 'public' ? asGuest(code) : {}
  for (const text of texts)
    answers.push(await callers[who](method, path, { body: { ...key, ...(body(text) as object) } }))
  return answers
}

test.each(PLACES.map((place) => [place[1], place[2], place] as const))(
  '%s refuses at %s what shows nothing or hides something (contract §6)',
  async (_, path, place) => {
    await using service = await startService()
    for (const answer of await send(service, place, [' ', '\u3164', 'A\nB', OVERRIDE])) {
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body.errors).toMatchObject([{ path, code: 'wrong_text' }])
    }
  },
)

test.each(
  PROSE.map(
    ([who, route, path, body, status]) => [route, path, [who, route, path, body], status] as const,
  ),
)(
  '%s takes lines and tabs at %s, and no other control (contract §6)',
  async (_, path, place, status) => {
    await using service = await startService()
    const [good, ...bad] = await send(service, place, ['One\n\ttwo\r\nthree', BELL, OVERRIDE])
    expect(good!.status).toBe(status)
    for (const answer of bad) {
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body.errors).toMatchObject([{ path, code: 'wrong_text' }])
    }
  },
)

test.each(EMAILS.map((place) => [place[1], place[2], place] as const))(
  '%s refuses at %s what nobody can write to (contract §6)',
  async (_, path, place) => {
    await using service = await startService()
    const emails = ['ada@example..com', 'a da@example.com', 'ada\u0001@example.com']
    for (const answer of await send(service, place, emails)) {
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body.errors).toMatchObject([{ path, code: 'wrong_format' }])
    }
  },
)
