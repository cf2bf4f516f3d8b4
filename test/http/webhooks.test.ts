import { expect, test } from 'bun:test'
import { startService, type TestService } from '../support/service.ts'
import { addWebhook, PUBLIC_URL } from '../support/webhooks.ts'

const hook = (name: string) => `https://hooks.example.com/${name}`
const at = ({ clock }: TestService) => new Date(clock.nowMs).toISOString()

test('a webhook is made with its secret shown once, then listed, read, changed and deleted without it (contract §2)', async () => {
  await using service = await startService()
  const { alfa, store, clock, deps } = service
  const made = await alfa.call('POST', '/webhooks', { body: { url: PUBLIC_URL } })

  expect(made.status).toBe(201)
  expect(made.headers.get('cache-control')).toBe('no-store')
  const { secret, ...webhook } = made.body
  expect(made.headers.get('location')).toBe(`/v1/partner/webhooks/${webhook.id}`)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook).toEqual({
    id: webhook.id,
    url: PUBLIC_URL,
    description: '',
    events: [
      'booking.confirmed',
      'booking.modified',
      'booking.cancelled',
      'booking.no_show',
      'booking.completed',
      'booking.unacked',
    ],
    active: true,
    offReason: null,
    offAt: null,
    apiKeyId: alfa.keyId,
    vendorId: null,
    createdBy: null,
    createdByKey: alfa.keyId,
    failingSince: null,
    lastSuccessAt: null,
    lastAttemptAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
    previousSecretExpiresAt: null,
    pending: 0,
    oldestPendingAt: null,
    createdAt: at(service),
    updatedAt: at(service),
  })
  clock.advance(1_000)
  const path = `/webhooks/${webhook.id}`
  expect((await alfa.call('GET', '/webhooks')).body).toEqual({ items: [webhook], nextCursor: null })
  expect((await alfa.call('GET', path)).body).toEqual(webhook)

  const changes = { url: hook('new'), description: 'PMS', events: ['availability.changed'] }
  const changed = { ...webhook, ...changes, updatedAt: at(service) }
  expect((await alfa.call('PATCH', path, { body: changes })).body).toEqual(changed)
  clock.advance(1_000)
  expect((await alfa.call('PATCH', path, { body: changes })).body).toEqual(changed)
  expect((await alfa.call('PATCH', path, { body: {} })).body).toEqual(changed)

  const [row] = await store.db.select().from(store.t.webhook)
  expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length))
  expect(await deps.vault.open(row!.secret)).toBe(secret)
  expect((await alfa.call('DELETE', path)).status).toBe(204)
  for (const method of ['GET', 'DELETE'])
    expect(await alfa.call(method, path)).toBeProblem(404, 'not_found')
  expect((await alfa.call('GET', '/webhooks')).body.items).toEqual([])
})

test('a hotel has at most five webhooks; a deleted one makes room, and Bravo has five of its own (contract §2)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const made = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((each) =>
      alfa.call('POST', '/webhooks', { body: { url: hook(String(each)) } }),
    ),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 422, 422])
  const refused = await alfa.call('POST', '/webhooks', { body: { url: hook('8') } })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.detail).toContain('at most 5')
  expect(refused.body.errors).toMatchObject([{ path: '', code: 'too_many' }])
  await addWebhook(bravo)
  const { items } = (await alfa.call('GET', '/webhooks')).body
  await alfa.call('DELETE', `/webhooks/${items[0].id}`)
  await addWebhook(alfa, { url: hook('8') })
})

test('an address has one webhook in a hotel, however it is spelled; a deleted one gives it free (contract §2)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const first = await addWebhook(alfa, { url: hook('a') })
  const second = await addWebhook(alfa, { url: hook('b') })
  await addWebhook(bravo, { url: hook('a') })
  for (const url of [hook('a'), 'HTTPS://Hooks.EXAMPLE.com:443/x/../a']) {
    const again = await alfa.call('POST', '/webhooks', { body: { url } })
    expect(again).toBeProblem(409, 'already_exists')
    expect(again.body.errors).toMatchObject([{ path: '/url', code: 'already_exists' }])
  }
  const moved = await alfa.call('PATCH', `/webhooks/${second.id}`, { body: { url: hook('a') } })
  expect(moved).toBeProblem(409, 'already_exists')
  await alfa.call('DELETE', `/webhooks/${first.id}`)
  expect(
    (await alfa.call('PATCH', `/webhooks/${second.id}`, { body: { url: hook('a') } })).status,
  ).toBe(200)
})

test('two at once at one address make one webhook (contract §2)', async () => {
  await using service = await startService()
  const body = { url: PUBLIC_URL }
  const call = () => service.alfa.call('POST', '/webhooks', { body })
  const statuses = (await Promise.all([call(), call(), call()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 409, 409])
})

test.each([
  [{ events: [] }, '/events', 'wrong_length'],
  [{ events: ['booking.confirmed', 'booking.gone'] }, '/events/1', 'unknown_event'],
  [{ events: ['bookingXconfirmed'] }, '/events/0', 'unknown_event'],
  [{ events: ['ping'] }, '/events/0', 'unknown_event'],
  [{ events: ['booking.confirmed', 'booking.confirmed'] }, '/events/1', 'repeated'],
  [{ events: 'booking.confirmed' }, '/events', 'wrong_type'],
  [{ events: [7] }, '/events/0', 'unknown_value'],
  [{ events: null }, '/events', 'null_refused'],
  [{ url: null }, '/url', 'null_refused'],
  [{ url: '' }, '/url', 'wrong_length'],
  [{ description: 'a\u0000b' }, '/description', 'wrong_text'],
  [{ description: 'x'.repeat(201) }, '/description', 'wrong_length'],
  [{ active: 'yes' }, '/active', 'wrong_type'],
  [{ secret: 'whsec_mine' }, '/secret', 'unknown_field'],
  // In the panel alone: a partner's webhooks belong to its key.
  [{ apiKeyId: 'x' }, '/apiKeyId', 'unknown_field'],
])('%j is refused at %s as %s, when made and when changed', async (wrong, path, code) => {
  await using service = await startService()
  const { alfa } = service
  const webhook = await addWebhook(alfa)
  for (const answer of [
    await alfa.call('POST', '/webhooks', { body: { url: hook('x'), ...wrong } }),
    await alfa.call('PATCH', `/webhooks/${webhook.id}`, { body: wrong }),
  ]) {
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path, code }])
  }
  expect((await alfa.call('GET', '/webhooks')).body.items).toHaveLength(1)
})

test.each([
  ['http://hooks.example.com/', 'https_required'],
  ['ftp://hooks.example.com/', 'https_required'],
  ['https://user:word@hooks.example.com/', 'userinfo_refused'],
  ['https://hooks.example.com/#a', 'fragment_refused'],
  ['https://hooks.example.com:22/', 'port_refused'],
  ['https://hooks.example.com:0/', 'port_refused'],
  ['https://127.0.0.1/', 'blocked_target'],
  ['https://0x7f.1/', 'blocked_target'],
  ['https://2130706433/', 'blocked_target'],
  ['https://[::ffff:10.0.0.1]/', 'blocked_target'],
  ['https://169.254.169.254/latest', 'blocked_target'],
  ['https://localhost/', 'blocked_target'],
  ['hooks.example.com', 'wrong_format'],
])('%s is no target: %s at /url (contract §4)', async (url, code) => {
  await using service = await startService()
  const { alfa } = service
  const webhook = await addWebhook(alfa)
  for (const answer of [
    await alfa.call('POST', '/webhooks', { body: { url } }),
    await alfa.call('PATCH', `/webhooks/${webhook.id}`, { body: { url } }),
  ]) {
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '/url', code }])
  }
})

test('a name is taken without a look at where it leads: nobody learns which names there are (contract-access, Settings; S10)', async () => {
  let looks = 0
  const resolve = async () => {
    looks++
    return ['10.0.0.1']
  }
  await using service = await startService({ resolve })
  const { alfa } = service
  const { id } = await addWebhook(alfa, { url: 'https://inside.example.com/' })
  const body = { url: 'https://inside-too.example.com/' }
  expect((await alfa.call('PATCH', `/webhooks/${id}`, { body })).status).toBe(200)
  expect(looks).toBe(0)
})

test('the limits tell those of webhooks (contract §2)', async () => {
  await using service = await startService()
  expect((await service.alfa.call('GET', '/limits')).body.webhooks).toEqual({
    endpointsMax: 5,
    urlLengthMax: 2_048,
    attemptsMax: 11,
    answerSecondsMax: 10,
    eventDaysMax: 500,
    deliveriesKeptDays: 30,
    eventsKeptDays: 90,
  })
})
