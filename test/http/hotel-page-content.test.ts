import { expect, test } from 'bun:test'
import { AGREEMENT_LENGTH_MAX } from '../../src/domain/catalog/agreements.ts'
import { HOTEL_AMENITY_CODES } from '../../src/domain/catalog/hotel-amenities.ts'
import { contrastOf } from '../../src/domain/kernel/colour.ts'
import { sell } from '../support/bookings.ts'
import { NO_NAMES, NO_PAGE_CONTENT } from '../support/catalog.ts'
import { jpeg, png } from '../support/pictures.ts'
import { openSandbox } from '../support/sandbox.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

// What a hotel tells on its own page (contract-agencies, *Pages for guests*).

const HOTEL = '/v1/panel/hotel'
const RULES = {
  ...{ pets: 'allowed', petMaxKg: 8, petFee: { en: '₺400', tr: null }, smoking: 'outside' },
  ...{ childrenFromAge: 0, childrenFreeUpToAge: 6, depositCents: 0 },
  ...{ quietFrom: '23:00', quietUntil: '07:00' },
}
const NEAR = [
  {
    name: 'Airport',
    metres: 14_000,
    translations: { en: { name: null }, tr: { name: 'Havaalanı' } },
  },
  { name: 'Tram', metres: 0, ...NO_NAMES },
]
const CONTENT = {
  amenities: ['wifi', 'pool', 'pets'],
  ...{ houseRules: RULES, distances: NEAR, licenceNumber: '2019-34-1187', colour: '#ffcc00' },
}
const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64')

test('an owner writes the hotel’s page, everybody reads it, its history has it, and Bravo is as it was', async () => {
  await using service = await startService()
  const { manager, bravoManager, admin, nobody } = await hireStaff(service)
  const before = (await nobody('GET', '/v1/hotels/alfa')).body
  expect(before).toMatchObject({ ...NO_PAGE_CONTENT, readableColour: null })
  expect((await manager.call('GET', HOTEL)).body).toMatchObject({
    ...NO_PAGE_CONTENT,
    ...{ isListed: true, widgetOrigins: [] },
  })

  const origins = ['https://www.alfa.example', 'https://alfa.example:8443']
  const body = { ...CONTENT, widgetOrigins: origins }
  const changed = await manager.call('PATCH', HOTEL, { body })
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(body)])
  expect((await admin.call('GET', `${HOTEL}?hotel=alfa`)).body).toMatchObject(body)
  for (const path of [
    '/v1/hotels/alfa',
    '/v1/hotels/alfa?checkin=2027-04-01&checkout=2027-04-02&adults=1',
  ]) {
    const page = (await nobody('GET', path)).body
    expect(page).toMatchObject(CONTENT)
    expect(page.widgetOrigins).toBeUndefined()
    expect(contrastOf(page.readableColour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  }
  expect((await nobody('GET', '/v1/hotels/bravo')).body).toMatchObject(NO_PAGE_CONTENT)
  const elsewhere = await bravoManager.call('PATCH', `${HOTEL}?hotel=alfa`, { body })
  expect(elsewhere).toBeProblem(404, 'not_found')
  const [entry] = await historyOf(admin, '?entity=hotel&id=alfa')
  expect(entry).toMatchObject({ before: { colour: null, amenities: [] }, after: body })
})

test('absent house rules stay, null takes one away, and lists are put in order', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const put = async (body: object) => (await manager.call('PATCH', HOTEL, { body })).body
  await put({ houseRules: RULES, distances: NEAR })
  const one = await put({ houseRules: { petMaxKg: null, petFee: { tr: '400 ₺' } } })
  expect(one.houseRules).toEqual({ ...RULES, petMaxKg: null, petFee: { en: '₺400', tr: '400 ₺' } })
  expect(one.distances).toEqual(NEAR)
  expect((await put({ amenities: ['pets', 'wifi'] })).amenities).toEqual(['wifi', 'pets'])
  expect((await put({ distances: [] })).distances).toEqual([])
  const none = Object.fromEntries(Object.keys(RULES).map((name) => [name, null]))
  const emptied = await put({
    houseRules: { ...none, petFee: { en: null, tr: null } },
    colour: null,
    licenceNumber: null,
  })
  expect(emptied).toMatchObject({ ...NO_PAGE_CONTENT, amenities: ['wifi', 'pets'] })
})

test('what is no content is refused at its place', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const place = { name: 'Tram', metres: 1 }
  for (const [body, path, code] of [
    [{ amenities: ['wifi', 'wifi'] }, '/amenities/1', 'repeated'],
    [{ amenities: ['moon'] }, '/amenities/0', 'unknown_value'],
    [
      { houseRules: { childrenFromAge: 6, childrenFreeUpToAge: 5 } },
      '/houseRules/childrenFreeUpToAge',
      'out_of_range',
    ],
    [{ houseRules: { quietFrom: '23:00' } }, '/houseRules/quietUntil', 'required'],
    [{ houseRules: { quietUntil: '24:00' } }, '/houseRules/quietUntil', 'wrong_format'],
    [{ houseRules: { depositCents: -1 } }, '/houseRules/depositCents', 'out_of_range'],
    [{ distances: Array(13).fill(place) }, '/distances', 'wrong_length'],
    [{ distances: [{ ...place, metres: 1.5 }] }, '/distances/0/metres', 'wrong_type'],
    [{ colour: 'red' }, '/colour', 'wrong_format'],
    [{ colour: '#FFCC00' }, '/colour', 'wrong_format'],
    [{ licenceNumber: 'x'.repeat(41) }, '/licenceNumber', 'wrong_length'],
    [{ logo: base64(Buffer.from('no picture')) }, '/logo', 'wrong_picture'],
    [
      { agreementTexts: { tr: { terms: 'x'.repeat(AGREEMENT_LENGTH_MAX + 1) } } },
      '/agreementTexts/tr/terms',
      'wrong_length',
    ],
    [{ widgetOrigins: ['http://alfa.example'] }, '/widgetOrigins/0', 'wrong_format'],
    [{ widgetOrigins: ['https://alfa.example/'] }, '/widgetOrigins/0', 'wrong_format'],
    [{ widgetOrigins: ['https://alfa.example; script-src *'] }, '/widgetOrigins/0', 'wrong_format'],
    [{ widgetOrigins: ['https://alfa.example:443'] }, '/widgetOrigins/0', 'wrong_format'],
    [{ widgetOrigins: ['https://*.example'] }, '/widgetOrigins/0', 'wrong_format'],
    [{ widgetOrigins: ['https://a.example', 'https://a.example'] }, '/widgetOrigins/1', 'repeated'],
    [
      { widgetOrigins: Array.from({ length: 11 }, (_, at) => `https://a${at}.example`) },
      '/widgetOrigins',
      'wrong_length',
    ],
  ] as const) {
    const answer = await manager.call('PATCH', HOTEL, { body })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([path, answer.body.errors[0]]).toEqual([path, expect.objectContaining({ path, code })])
  }
  expect((await manager.call('GET', HOTEL)).body).toMatchObject(NO_PAGE_CONTENT)
})

test('guests read the texts that they agree to, each by the hash of its bytes', async () => {
  await using service = await startService()
  const { manager, nobody } = await hireStaff(service)
  const PATH = '/v1/hotels/alfa/agreements'
  const put = async (agreementTexts: object) =>
    (await manager.call('PATCH', HOTEL, { body: { agreementTexts } })).body.agreements
  expect((await nobody('GET', PATH)).body).toEqual({ items: [], nextCursor: null })

  const [terms, privacy] = ['Giriş 14.00’te.\nÇıkış 12.00’de.', 'We keep little.']
  const stand = await put({ tr: { terms }, en: { privacy } })
  expect(stand).toEqual([
    { kind: 'terms', language: 'tr', textSha256: sha256(terms) },
    { kind: 'privacy', language: 'en', textSha256: sha256(privacy) },
  ])
  const texts = (await nobody('GET', PATH)).body.items
  expect(texts).toEqual([
    { ...stand[0], text: terms },
    { ...stand[1], text: privacy },
  ])
  expect((await nobody('GET', '/v1/hotels/alfa')).body.agreements).toEqual(stand)

  // The same text in two languages is one text; others stay; an empty one goes.
  const next = await put({ en: { terms, privacy: '' } })
  expect(next.map(({ kind, language }: Record<string, string>) => `${kind} ${language}`)).toEqual([
    ...['terms en', 'terms tr'],
  ])
  // A text that stood before can stand again.
  expect(await put({ en: { terms: null, privacy } })).toEqual(stand)
  expect((await nobody('GET', PATH)).body.items).toEqual(texts)
  expect((await nobody('GET', '/v1/hotels/bravo/agreements')).body.items).toEqual([])
})

test('a logo is kept as an agency’s is, and a sandbox that changes its own leaves the hotel’s alone', async () => {
  await using service = await startService()
  const { manager, nobody } = await hireStaff(service)
  const put = async (logo: string | null) =>
    (await manager.call('PATCH', HOTEL, { body: { logo } })).body.logo as string
  const first = await put(base64(jpeg()))
  expect(first).toStartWith('/v1/photos/')
  expect((await nobody('GET', '/v1/hotels/alfa')).body.logo).toBe(first)
  expect((await service.call('GET', first)).headers.get('content-type')).toBe('image/jpeg')
  expect(await put(base64(jpeg()))).toBe(first)

  const sandbox = await openSandbox(service)
  const changed = await sandbox.call('PATCH', '/hotel', { body: { logo: null, colour: '#000000' } })
  expect([changed.status, changed.body.logo]).toEqual([200, null])
  expect((await service.call('GET', first)).status).toBe(200)

  const second = await put(base64(png()))
  expect(second).not.toBe(first)
  expect(await service.call('GET', first)).toBeProblem(404, 'not_found')
  expect(await put(null)).toBeNull()
  expect(await service.call('GET', second)).toBeProblem(404, 'not_found')
})

const foundBy = async ({ call }: Pick<TestService, 'call'>, query = '') =>
  (await call('GET', `/v1/hotels${query}`)).body.items.map(({ slug }: { slug: string }) => slug)

test('a search finds the hotels that have all amenities asked for', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  await manager.call('PATCH', HOTEL, { body: { amenities: ['wifi', 'pool'] } })
  await bravoManager.call('PATCH', HOTEL, { body: { amenities: ['wifi'] } })
  expect(await foundBy(service, '?amenities=wifi')).toEqual(['alfa', 'bravo'])
  expect(await foundBy(service, '?amenities=pool,wifi')).toEqual(['alfa'])
  expect(await foundBy(service, '?amenities=pool,spa')).toEqual([])
  expect(await foundBy(service, '?amenities=')).toEqual(['alfa', 'bravo'])
  const wrong = await service.call('GET', '/v1/hotels?amenities=wifi,moon')
  expect(wrong).toBeProblem(422, 'validation_failed')
  expect(wrong.body.errors[0]).toMatchObject({ path: '?amenities', code: 'unknown_value' })
  await bravoManager.call('PATCH', HOTEL, { body: { amenities: ['spa', 'pool', 'wifi'] } })
  expect(await foundBy(service, '?amenities=pool')).toEqual(['alfa', 'bravo'])

  const { items } = (await service.call('GET', '/v1/amenities')).body
  expect(items.map(({ code }: { code: string }) => code)).toEqual(HOTEL_AMENITY_CODES)
})

test('a hotel that is not listed is in no search and no count of its city, but its page answers and agencies find it', async () => {
  await using service = await startService()
  const { manager, agent } = await hireStaff(service)
  await sell(service)
  const cityOf = async () =>
    (await service.call('GET', '/v1/cities')).body.items.map(
      ({ hotels }: { hotels: number }) => hotels,
    )
  const counts = await cityOf()
  const first = (await service.call('GET', '/v1/hotels?limit=1')).body
  await manager.call('PATCH', HOTEL, { body: { isListed: false } })
  expect(await foundBy(service)).toEqual(['bravo'])
  expect(await foundBy(service, '?checkin=2027-04-01&checkout=2027-04-02&adults=1')).toEqual([])
  const sum = (list: number[]) => list.reduce((all, each) => all + each, 0)
  expect(sum(await cityOf())).toBe(sum(counts) - 1)
  expect((await service.call('GET', '/v1/hotels/alfa')).status).toBe(200)
  expect((await service.call('GET', '/v1/hotels/alfa/agreements')).status).toBe(200)
  const dates = 'checkin=2027-04-01&checkout=2027-04-02&adults=1'
  const agencys = (await agent.call('GET', `/v1/acenta/search?${dates}`)).body.items
  expect(agencys.map(({ slug }: { slug: string }) => slug)).toContain('alfa')
  // A later page of an order that was kept before leaves it out, too.
  const rest = await foundBy(service, `?limit=1&cursor=${first.nextCursor}`)
  expect(rest).not.toContain('alfa')
  await manager.call('PATCH', HOTEL, { body: { isListed: true } })
  expect(await foundBy(service)).toEqual(['alfa', 'bravo'])
})

test('only owners list the hotel and name the origins of its widget; partners write what guests are told', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const partner = await service.alfa.call('PATCH', '/hotel', { body: CONTENT })
  expect([partner.status, partner.body]).toEqual([200, expect.objectContaining(CONTENT)])
  expect(partner.body.isListed).toBeUndefined()
  for (const body of [{ isListed: false }, { widgetOrigins: [] }])
    expect(await service.alfa.call('PATCH', '/hotel', { body })).toBeProblem(
      422,
      'validation_failed',
    )
  expect((await manager.call('GET', HOTEL)).body).toMatchObject({ ...CONTENT, isListed: true })
})
