import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { asGuest } from '../support/manage.ts'
import { operationsOf } from '../support/openapi.ts'
import type { Call } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// Card numbers in texts that people write (contract-groups, *What a PMS needs*).

const CARD = '4111 1111 1111 1111'
const TEXT = `Visa ${CARD}, 12/28`
/** Formats of texts that people write, and what else a string of a body may be. */
const HELD = ['line', 'text', 'written-text']
const OTHER = ['email', 'date', 'identifier']

/** Strings of booking bodies that are none of the above: codes, tokens, and what a reader saw before. */
const FREE = [
  ...['agencyCode', 'boardCode', 'code', 'codes/*', 'extras/*/code', 'hotelSlug', 'manageToken'],
  ...['proofToken', 'rateCode', 'roomCode'],
  ...['expected/note', 'expected/tags/*', 'expected/roomNumber', 'expected/roomNumbers/*'],
]

test('every way in refuses a card number in wishes, notes, reasons, tags and replies by name of its place (contract-groups)', async () => {
  await using service = await startService()
  const { manager, agent } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const agencys = (await book(agent.call)).body.code
  const panel = (path: string, body: object) => manager.call('POST', `/v1/panel/${path}`, { body })
  const group = { guest: { firstName: 'A', lastName: 'B', phone: '+90 532 555 01 47' } }
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
  const change = (call: Call, path: string, body: object) => call('PATCH', path, { body })
  const own = asGuest(code)
  const priced = { priceCents: 1, reason: TEXT }

  const answers = [
    ['/specialRequests', book(service.call, { specialRequests: TEXT })],
    ['/specialRequests', book(agent.call, { specialRequests: TEXT })],
    ['/company/address', book(service.call, { company: { name: 'Ege', address: TEXT } })],
    ['/guest/lastName', book(service.call, { guest: { firstName: 'A', lastName: TEXT } })],
    ['/manualPrice/reason', book(manager.call, { manualPrice: priced })],
    [
      '/specialRequests',
      panel('booking-groups', { ...group, stays: [stay], specialRequests: TEXT }),
    ],
    [
      '/stays/0/guestNames/0/firstName',
      panel('booking-groups', {
        ...{ ...group, stays: [{ ...stay, guestNames: [{ firstName: TEXT, lastName: 'B' }] }] },
      }),
    ],
    [
      '/specialRequests',
      change(service.call, `/v1/bookings/${code}`, { ...own, specialRequests: TEXT }),
    ],
    ['/specialRequests', change(manager.call, `/v1/bookings/${code}`, { specialRequests: TEXT })],
    ['/specialRequests', change(agent.call, `/v1/bookings/${agencys}`, { specialRequests: TEXT })],
    [
      '/reason',
      service.call('POST', `/v1/bookings/${code}/cancel`, { body: { ...own, reason: TEXT } }),
    ],
    ['/reason', service.alfa.call('POST', `/bookings/${code}/cancel`, { body: { reason: TEXT } })],
    ['/reason', panel('bookings/cancel', { codes: [code], reason: TEXT })],
    [
      '/text',
      service.call('POST', `/v1/bookings/${code}/review`, {
        body: { ...own, rating: 5, text: TEXT },
      }),
    ],
    ['/text', panel('reviews/0190b5a0-0000-7000-8000-00000000000a/reply', { text: TEXT })],
    ['/note', note(manager, code, { note: TEXT })],
    ['/tags/0', note(manager, code, { tags: [CARD] })],
    ['/note', pay(manager, code, { note: TEXT })],
  ] as const
  for (const [path, asked] of answers) {
    const answer = await asked
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toEqual([expect.objectContaining({ path, code: 'card_number' })])
    expect(answer.text).not.toContain('1111')
  }
})

test('numbers and codes may look like a card: telephones, tax numbers, rooms, external ids, keys (contract-groups)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const answer = await book(
    service.call,
    {
      guest: { firstName: 'C', lastName: 'D', email: 'c@example.com', phone: '4111111111111111' },
      company: { name: 'Ege', taxNumber: '4111111111111111' },
    },
    { 'idempotency-key': '4111111111111111' },
  )
  expect(answer.status).toBe(201)
  const { code } = answer.body
  const body = { revision: 1, externalId: CARD }
  expect((await service.alfa.call('POST', `/bookings/${code}/ack`, { body })).status).toBe(200)
  expect((await note(manager, code, { roomNumber: '4111 1111 1111 1111' })).status).toBe(200)
})

test('no text of a body about bookings forgets it: each is made by a helper of texts, or has a form of its own', async () => {
  await using service = await startService()
  const { body: document } = await service.call('GET', '/openapi.json')
  const unknown: string[] = []
  const walk = (at: string, schema: Record<string, any> = {}): void => {
    for (const each of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(at, each)
    for (const [name, each] of Object.entries<any>(schema.properties ?? {}))
      walk(`${at}/${name}`, each)
    if (schema.items) walk(`${at}/*`, schema.items)
    const isFree = FREE.some((end) => at.endsWith(`/${end}`))
    const isFormed = schema.enum || schema.pattern || schema.const
    if (schema.type === 'string' && !isFormed && !isFree)
      if (![...HELD, ...OTHER].includes(schema.format)) unknown.push(at)
  }
  for (const [name, { requestBody }] of operationsOf(document)) {
    if (!/booking|stays|desk|review/i.test(name)) continue
    for (const { schema } of Object.values(requestBody?.content ?? {})) walk(name, schema)
  }
  expect(unknown).toEqual([])
})
