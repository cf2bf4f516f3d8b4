import { expect, test } from 'bun:test'
import { SignJWT, UnsecuredJWT } from 'jose'
import { LINK_KINDS } from '../../src/domain/accounts/account-link.ts'
import { createPost } from '../../src/outbox/mail/smtp.ts'
import { changeMember } from '../../src/service/accounts/members.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { noteProven, updateUser } from '../../src/store/accounts/users.ts'
import { login, PASSWORD, register } from '../support/accounts.ts'
import { book, sell } from '../support/bookings.ts'
import {
  accept,
  forgedLink,
  inviteMember,
  linkOf,
  resetLink,
  tokenIn,
  withPassword,
} from '../support/links.ts'
import { startMailServer } from '../support/mail-server.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'
import { addAgency, signIn, withToken } from '../support/users.ts'

// What an attacker tries of invitations, forgotten passwords and changes of address (issue 17): each line of the list is
// printed with what became of it.

const OTHER = 'a ferry on the Bosphorus'
const ADMIN = { type: 'user', id: 'an admin' } as const
const INJECTED = 'Eve\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>'

const report = (attack: string, outcome: string) =>
  process.stdout.write(`  attack: ${attack.padEnd(74)} → ${outcome}\n`)

const nameOf = ({ status, body }: Answer): string => `${status} ${body?.code ?? ''}`.trim()

/** Tells what became of an attack that must end so. */
function ends(attack: string, answer: Answer, status: number, code?: string): void {
  report(attack, nameOf(answer))
  expect([attack, nameOf(answer)]).toEqual([attack, `${status} ${code ?? ''}`.trim()])
}

const USES = ['accept-invitation', 'reset-password', 'confirm-email', 'refuse-email'] as const

/** Uses a link for something, whatever it is good for. */
const use = (
  { call }: Pick<TestService, 'call'>,
  what: (typeof USES)[number] | 'link',
  token: string,
) =>
  call('POST', `/v1/auth/${what}`, {
    body: {
      token,
      ...(what === 'reset-password' && { password: OTHER }),
      ...(what === 'accept-invitation' && { name: 'Eve', password: OTHER }),
    },
  })

async function start() {
  const service = await startService()
  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  const admin = await signIn(service, 'admin')
  const guest = await withPassword(service, 'guest')
  return { service, owner, admin, guest }
}

async function startMailed() {
  const service = await startMailing()
  const server = scriptAnswers()
  return { service, ...server, ...postman(service, server) }
}

test('links: reused, raced, forged, tampered with, expired, for another purpose or account', async () => {
  const { service, owner, admin, guest } = await start()
  await using _ = service
  const { jwtSecret } = service.context

  const invitation = await inviteMember(service, owner)
  expect((await accept(service, invitation)).status).toBe(200)
  ends(
    'an invitation used twice',
    await use(service, 'accept-invitation', invitation),
    410,
    'link_invalid',
  )
  const spent = await resetLink(admin, guest)
  const raced = await Promise.all(
    Array.from({ length: 20 }, () => use(service, 'reset-password', spent)),
  )
  report(
    'a link for a new password used 20 times at once',
    `${raced.filter(({ status }) => status === 200).length} of 20 let through`,
  )
  expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
  ends('the same link once more', await use(service, 'reset-password', spent), 410, 'link_invalid')

  const good = await resetLink(admin, guest)
  const [header = '', payload = '', signature = ''] = good.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (secret: string, given: object = {}) =>
    new SignJWT({ ...claims, ...given })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret))
  for (const [attack, token] of [
    ['a link without a signature (alg none)', new UnsecuredJWT(claims).encode()],
    ['a link signed with a guessed secret', await signed('secret')],
    ['a link signed with the very secret of the sessions', await signed(jwtSecret)],
    [
      'a link that lives longer, under the old signature',
      [header, encode({ ...claims, exp: claims.exp + 9 }), signature].join('.'),
    ],
    [
      'a link made an invitation, under the old signature',
      [header, encode({ ...claims, aud: 'invitation' }), signature].join('.'),
    ],
    ['a link whose header says HS512', [encode({ alg: 'HS512' }), payload, signature].join('.')],
    ['a link without its signature', `${header}.${payload}.`],
    [
      'an id that no link has, well signed',
      await service.deps.links.sign({
        id: 'none',
        kind: 'password_reset',
        expiresAtMs: service.clock.nowMs + 9_000,
      }),
    ],
    ['text', "' or 1=1 --"],
  ] as const)
    for (const what of [...USES, 'link'] as const)
      ends(`${attack}, at ${what}`, await use(service, what, token), 410, 'link_invalid')

  for (const kind of LINK_KINDS) {
    const shared = { address: guest.user.email, userId: guest.user.id, changeId: 'c' }
    const of = { hotelId: service.alfa.id, memberRole: 'owner' as const }
    const token = await forgedLink(
      service,
      kind,
      kind === 'invitation' ? { ...of, address: 'x@example.com' } : shared,
    )
    const fits = {
      invitation: ['accept-invitation'],
      password_reset: ['reset-password'],
      email_old: ['confirm-email', 'refuse-email'],
      email_new: ['confirm-email', 'refuse-email'],
    }
    for (const what of USES.filter((each) => !fits[kind].includes(each)))
      ends(`a link of ${kind} at ${what}`, await use(service, what, token), 410, 'link_invalid')
  }

  const body = { token: good, password: OTHER, email: admin.user.email, userId: admin.user.id }
  ends(
    "a link for one's own password, naming the admin's account",
    await service.call('POST', '/v1/auth/reset-password', { body }),
    422,
    'validation_failed',
  )
  const swapped = await forgedLink(service, 'password_reset', {
    userId: admin.user.id,
    address: guest.user.email,
  })
  ends(
    'a link of an address that is not the account’s',
    await use(service, 'reset-password', swapped),
    410,
    'link_invalid',
  )
  service.clock.advance(24 * 60 * 60 * 1_000)
  ends('a link after 24 hours', await use(service, 'reset-password', good), 410, 'link_invalid')
}, 60_000)

test('a token of a log-in is no link, and a link no token of a log-in; neither is kept', async () => {
  const { service, owner, admin, guest } = await start()
  await using _ = service
  for (const what of [...USES, 'link'] as const)
    ends(
      `a token of a log-in at ${what}`,
      await use(service, what, admin.token),
      410,
      'link_invalid',
    )
  const link = await resetLink(admin, guest)
  ends(
    'a link as a token',
    await withToken(service, link)('GET', '/v1/auth/me'),
    401,
    'unauthenticated',
  )
  ends(
    'a link as the key of a partner',
    await withToken(service, link)('GET', '/v1/partner/rooms'),
    401,
    'unauthenticated',
  )
  const headers = { cookie: `session=${link}` }
  ends(
    'a link as the kept session',
    await service.call('POST', '/v1/auth/session', { headers }),
    204,
  )

  const invitation = await inviteMember(service, owner)
  const { t, db } = service.store
  const kept = JSON.stringify([
    await db.select().from(t.accountLink),
    await db.select().from(t.mail),
    await db.select().from(t.audit),
  ])
  for (const token of [link, invitation])
    for (const part of [token, token.split('.')[2]!]) expect(kept).not.toContain(part)
  report('the database is read for tokens', 'it has none')
  for (const what of [...USES, 'link'] as const)
    ends(
      `a mail scanner that opens ${what} (GET)`,
      await service.call('GET', `/v1/auth/${what}`),
      405,
      'method_not_allowed',
    )
  const form = { raw: `{"token":"${invitation}"}`, headers: { 'content-type': 'text/plain' } }
  ends(
    'a form of another site (text/plain)',
    await service.call('POST', '/v1/auth/accept-invitation', form),
    415,
    'unsupported_media_type',
  )
})

test('line breaks in names and addresses are refused where they are entered', async () => {
  const { service, owner, admin, guest } = await start()
  await using _ = service
  await sell(service)
  const token = await inviteMember(service, owner)
  const address = 'eve@example.com\r\nBcc: victim@example.com'
  const booking = { firstName: 'A', lastName: 'B', email: 'a@example.com' }
  for (const [attack, answer] of [
    ['the name of who registers', register(service, { name: INJECTED })],
    ['the address of who registers', register(service, { email: address })],
    ["one's own name", guest.call('PATCH', '/v1/auth/me', { body: { name: INJECTED } })],
    ['the name of who accepts an invitation', accept(service, token, { name: INJECTED })],
    [
      'the address of an invitation',
      owner.call('POST', '/v1/panel/invitations', { body: { email: address, role: 'owner' } }),
    ],
    [
      'the address of a change',
      guest.call('POST', '/v1/auth/change-email', {
        body: { email: address, currentPassword: PASSWORD },
      }),
    ],
    [
      'the name of a booking’s guest',
      book(service.call, { guest: { ...booking, firstName: INJECTED } }),
    ],
    [
      'the address of a booking’s guest',
      book(service.call, { guest: { ...booking, email: address } }),
    ],
    [
      'the address of a hotel’s alarms',
      owner.call('PATCH', '/v1/panel/mails', { body: { mailAddress: address } }),
    ],
    [
      'the name of a hotel',
      admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { name: INJECTED } }),
    ],
    [
      'the name of an account an admin makes',
      admin.call('PATCH', `/v1/admin/users/${guest.user.id}`, { body: { name: INJECTED } }),
    ],
  ] as const)
    ends(`CR LF in ${attack}`, await answer, 422, 'validation_failed')
  const asked = await service.call('POST', '/v1/auth/forgot-password', { body: { email: address } })
  ends('CR LF in the address of a forgotten password: of no account', asked, 202)
})

test('line breaks and markup that a database already holds make no header and no markup of a mail', async () => {
  await using inbox = await startMailServer()
  await using service = await startMailing()
  const { work } = postman(service, { post: createPost(inbox.server) })
  const owner = await signIn(service, 'hotel_manager', {
    name: INJECTED,
    email: 'owner@example.com',
    hotelIds: [service.alfa.id],
  })
  await changeHotel(service.deps, ADMIN, 'alfa', { name: INJECTED })
  const evil = await withPassword(service, 'guest', { name: INJECTED, email: 'guest@example.com' })
  await owner.call('POST', '/v1/panel/invitations', {
    body: { email: 'new@example.com', role: 'owner' },
  })
  await service.call('POST', '/v1/auth/forgot-password', { body: { email: 'guest@example.com' } })
  await service.context.forgotten.idle()
  await evil.call('POST', '/v1/auth/change-email', {
    body: { email: 'other@example.com', currentPassword: PASSWORD },
  })
  await sell(service)
  await book(service.call, { guest: { firstName: 'A', lastName: 'B', email: 'b@example.com' } })
  await work()

  expect(inbox.received.length).toBe(5)
  for (const mail of inbox.received) {
    expect(mail.to).toHaveLength(1)
    for (const header of ['bcc', 'cc', 'x-injected']) expect(mail.headers[header]).toBeUndefined()
    expect(mail.html).not.toContain('<script>')
    const [headers = ''] = mail.raw.split('\r\n\r\n')
    expect(headers).not.toContain('\r\nBcc:')
    report(
      `CR LF and <script> in every name, mail to ${mail.to[0]}`,
      'no header, no markup, one recipient',
    )
  }
  const [invitation] = inbox.received.filter(({ to }) => to[0] === 'new@example.com')
  expect(invitation!.html).toContain('&lt;script&gt;')
})

test('a name that is an address or a link is said to nobody', async () => {
  const { service, letters, work } = await startMailed()
  await using _ = service
  const owner = await signIn(service, 'hotel_manager', {
    name: 'Win at www.spam.example',
    email: 'o@example.com',
    hotelIds: [service.alfa.id],
  })
  await owner.call('POST', '/v1/panel/invitations', {
    body: { email: 'new@example.com', role: 'owner' },
  })
  await work()
  expect(letters).toHaveLength(1)
  for (const text of [letters[0]!.text, letters[0]!.html, letters[0]!.subject])
    expect(text).not.toContain('spam.example')
  report('an inviter whose name is an advertisement', 'the mail says no name')
})

test('nobody learns by answers which addresses have accounts, beyond what registration tells', async () => {
  const { service, work } = await startMailed()
  await using _ = service
  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  const asker = await withPassword(service, 'guest', { name: 'asker' })
  await signIn(service, 'guest')
  await signIn(service, 'admin')
  await signIn(service, 'guest', { name: 'blocked', status: 'blocked' })
  await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  const names = ['guest', 'admin', 'agency_user', 'blocked', 'nobody']
  const asks = {
    'forgotten password': (email: string) =>
      service.call('POST', '/v1/auth/forgot-password', { body: { email } }),
    invitation: (email: string) =>
      owner.call('POST', '/v1/panel/invitations', { body: { email, role: 'owner' } }),
    'change of address': (email: string) =>
      asker.call('POST', '/v1/auth/change-email', { body: { email, currentPassword: PASSWORD } }),
  }
  for (const [what, ask] of Object.entries(asks)) {
    const answers = new Set<string>()
    for (const name of names) {
      const { status, text } = await ask(`${name}@example.com`)
      answers.add(`${status} ${text}`)
    }
    report(
      `${what} for a guest, admin, agency, blocked account and for nobody`,
      `${answers.size} answer for all of them`,
    )
    expect(answers.size).toBe(1)
  }
  await service.context.forgotten.idle()
  await work()
  const { items } = (await owner.call('GET', '/v1/panel/invitations')).body
  const states = new Set(items.map(({ mailState }: { mailState: string }) => mailState))
  report('the list of invitations to them', `${[...states]} for all of them`)
  expect(states.size).toBe(1)
})

test('nobody promotes themselves, and no hotel loses its last owner', async () => {
  const { service, owner } = await start()
  await using _ = service
  const desk = await signIn(service, 'hotel_manager', {
    name: 'desk',
    memberships: [{ hotelId: service.alfa.id, role: 'front_desk' }],
  })
  const own = (who: typeof desk) => `/v1/panel/members/${who.user.id}`
  const invite = (who: typeof desk, email: string) =>
    who.call('POST', '/v1/panel/invitations', { body: { email, role: 'owner' } })
  ends(
    'the desk invites a friend as owner',
    await invite(desk, 'friend@example.com'),
    403,
    'role_missing',
  )
  ends('the desk invites itself as owner', await invite(desk, desk.user.email), 403, 'role_missing')
  ends(
    'the desk makes itself owner',
    await desk.call('PATCH', own(desk), { body: { role: 'owner' } }),
    403,
    'role_missing',
  )
  ends(
    'the desk lists invitations',
    await desk.call('GET', '/v1/panel/invitations'),
    403,
    'role_missing',
  )
  ends(
    'an owner invites themselves with another role',
    await invite(owner, owner.user.email),
    409,
    'already_exists',
  )
  ends(
    'an owner invites into the hotel next door',
    await owner.call('POST', '/v1/panel/invitations?hotel=bravo', {
      body: { email: 'x@example.com', role: 'owner' },
    }),
    404,
    'not_found',
  )
  const token = await inviteMember(service, owner, { role: 'read_only' })
  ends(
    'the invited says which role',
    await accept(service, token, { role: 'owner' }),
    422,
    'validation_failed',
  )
  ends(
    'the invited says which hotel',
    await accept(service, token, { hotel: 'bravo' }),
    422,
    'validation_failed',
  )
  ends(
    'the invited says another address',
    await accept(service, token, { email: 'x@example.com' }),
    422,
    'validation_failed',
  )
  const { body } = await accept(service, token)
  expect(body.session.user.memberships).toMatchObject([{ hotelSlug: 'alfa', role: 'read_only' }])
  expect(body.session.user.memberships).toHaveLength(1)
  const second = await inviteMember(service, owner, { email: 'owner2@example.com', role: 'owner' })
  ends(
    'the last owner demotes themselves while another owner is invited',
    await owner.call('PATCH', own(owner), { body: { role: 'read_only' } }),
    409,
    'last_owner',
  )
  ends('the last owner leaves', await owner.call('DELETE', own(owner)), 409, 'last_owner')
  expect((await accept(service, second)).status).toBe(200)
  const left = await owner.call('PATCH', own(owner), { body: { role: 'read_only' } })
  ends('an owner goes when the invited one has come', left, 200)
})

test('an invitation counts no further than its inviter', async () => {
  const { service, owner, admin } = await start()
  await using _ = service
  const { store, deps, alfa } = service
  const rogue = await signIn(service, 'hotel_manager', { name: 'rogue', hotelIds: [alfa.id] })
  const next = (email: string) => inviteMember(service, rogue, { email, role: 'owner' })
  const [a, b, c] = [
    await next('a@example.com'),
    await next('b@example.com'),
    await next('c@example.com'),
  ]
  const by = { type: 'user' as const, id: owner.user.id }
  await changeHotel(deps, ADMIN, 'alfa', { active: false })
  ends(
    'an invitation into a suspended hotel: its people work for it as before',
    await accept(service, a),
    200,
  )
  await changeMember(deps, by, { ...alfa }, { userId: rogue.user.id, role: 'revenue' })
  ends('an invitation of who is no owner any more', await accept(service, b), 410, 'link_invalid')
  await changeMember(deps, by, { ...alfa }, { userId: rogue.user.id, role: 'owner' })
  await store.tx((tx) => updateUser(tx, rogue.user.id, { status: 'blocked', updatedAtMs: 0 }))
  ends('an invitation of who is blocked', await accept(service, c), 410, 'link_invalid')
  const answer = await admin.call('POST', '/v1/admin/hotels/alfa/invitations', {
    body: { email: 'd@example.com', role: 'owner' },
  })
  const fromAdmin = tokenIn(answer.body.link.url)
  await store.tx((tx) => updateUser(tx, admin.user.id, { role: 'guest', updatedAtMs: 0 }))
  ends(
    'an invitation of who is no admin any more',
    await accept(service, fromAdmin),
    410,
    'link_invalid',
  )
})

test('an owner who hands links over takes no account with them', async () => {
  const { service, owner, guest, admin } = await start()
  await using _ = service
  for (const victim of [guest, admin]) {
    const token = await inviteMember(service, owner, { email: victim.user.email, role: 'owner' })
    ends(
      `an invitation handed over to oneself for the address of a ${victim.user.role}`,
      await accept(service, token),
      410,
      'link_invalid',
    )
  }
  expect((await login(service, { email: guest.user.email })).status).toBe(200)
})

test('links lead where the service is, whatever the request says', async () => {
  const { service, letters, work } = await startMailed()
  await using _ = service
  await signIn(service, 'guest')
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  }
  const path = '/v1/auth/forgot-password'
  await service.call('POST', path, { body: { email: 'guest@example.com' }, headers })
  await service.context.forgotten.idle()
  await work()
  expect(letters[0]!.text).toContain('http://localhost:3000/panel#link=')
  expect(letters[0]!.text + letters[0]!.html).not.toContain('evil')
  report('a forgotten password asked with the Host of another site', 'the link leads here')
  for (const name of ['next', 'redirect', 'returnTo', 'url'])
    ends(
      `a place to go on to (${name})`,
      await service.call('POST', path, {
        body: { email: 'a@example.com', [name]: 'https://evil.example' },
      }),
      422,
      'validation_failed',
    )
  const body = { token: linkOf(letters[0]!), password: OTHER }
  const reset = await service.call('POST', '/v1/auth/reset-password', { body })
  expect(Object.keys(reset.body)).toEqual(['email', 'role'])
  report('what the use of a link answers', 'no address to go on to')
})

test('nobody fills a stranger’s mailbox', async () => {
  for (const who of ['a stranger', 'a guest who has proven the address'] as const) {
    const { service, letters, to, work } = await startMailed()
    await using _ = service
    await sell(service, { available: 200 })
    if (who !== 'a stranger') {
      const { user } = await signIn(service, 'guest', { email: 'victim@example.com' })
      await service.store.tx((tx) => noteProven(tx, user))
    }
    const guest = { firstName: 'A', lastName: 'B', email: 'victim@example.com' }
    for (let count = 0; count < 40; count++) await book(service.call, { guest, adults: 1 })
    await work()
    report(`40 bookings in the name of ${who}`, `${letters.length} mails within the hour`)
    expect(letters).toHaveLength(who === 'a stranger' ? 4 : 5)
    expect(new Set(to())).toEqual(new Set(['victim@example.com']))
  }

  const { service, letters, work } = await startMailed()
  await using _ = service
  const staff = await signIn(service, 'hotel_manager', {
    name: 'victim',
    hotelIds: [service.bravo.id],
  })
  await service.store.tx((tx) => noteProven(tx, staff.user))
  const since = () =>
    letters.splice(0).filter(({ to }) => to.address === 'victim@example.com').length
  for (let count = 0; count < 40; count++) {
    service.clock.advance(6_000)
    await service.call('POST', '/v1/auth/forgot-password', {
      body: { email: 'victim@example.com' },
    })
    await service.context.forgotten.idle()
    await work()
  }
  const forgotten = since()
  report('40 forgotten passwords of one account', `${forgotten} mails within the hour`)
  expect(forgotten).toBe(5)

  for (let account = 0; account < 8; account++) {
    const eve = await withPassword(service, 'guest', { name: `eve${account}` })
    for (let count = 0; count < 6; count++)
      await eve.call('POST', '/v1/auth/change-email', {
        body: { email: 'victim@example.com', currentPassword: PASSWORD },
      })
  }
  await work()
  const changes = since()
  report(
    '48 changes to the address by 8 accounts',
    `${changes} mails within the hour, those of before counted`,
  )
  expect(changes).toBe(0)

  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  let refused = 0
  for (let count = 0; count < 40; count++) {
    const body = { email: 'nobody@example.com', role: 'owner' }
    const { status } = await owner.call('POST', '/v1/panel/invitations', { body })
    if (status === 422) refused++
    await work()
  }
  report(
    '40 invitations of one address',
    `${letters.length} mails within the hour, ${refused} refused`,
  )
  expect([letters.length, refused]).toEqual([5, 35])
}, 60_000)

test('an owner does not write to half the world', async () => {
  const { service, owner } = await start()
  await using _ = service
  let made = 0
  for (let count = 0; count < 120; count++) {
    const body = { email: `stranger${count}@example.com`, role: 'read_only' }
    const { status } = await owner.call('POST', '/v1/panel/invitations', { body })
    if (status !== 201) continue
    made++
    const [{ id }] = (await owner.call('GET', '/v1/panel/invitations')).body.items
    await owner.call('DELETE', `/v1/panel/invitations/${id}`)
  }
  report(
    'an owner who invites 120 strangers and withdraws each',
    `${made} invitations within the day`,
  )
  expect(made).toBe(100)
})

test('links are not guessed: the tries of an address are few', async () => {
  await using service = await startService({ publicRatePerMinute: 300 })
  for (let count = 0; count < 10; count++) await use(service, 'reset-password', `guess${count}`)
  ends(
    'the eleventh guess of an address within a minute',
    await use(service, 'reset-password', 'guess'),
    429,
    'rate_limited',
  )
})
