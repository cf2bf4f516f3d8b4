import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { CARLA, sell } from '../support/bookings.ts'
import { pagesOf } from '../support/guest-page.ts'
import { startService, type TestService } from '../support/service.ts'

// Pages that are kept show what they would show if they were written anew (contract-agencies, *Pages for guests*).

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const PATHS = ['/stay', `/stay?q=alfa&${DATES}`, '/stay/alfa', `/stay/alfa?${DATES}`]
const SYSTEM = { type: 'system', id: 'test' } as const
const WHO = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }

/** What happens to a hotel while its pages are kept. */
const EVENTS: [string, (service: TestService) => Promise<unknown>][] = [
  ['nothing', async () => {}],
  ['a price is pushed', (service) => sell(service, { priceCents: 13_000 })],
  ['the last room but one goes', (service) => sell(service, { available: 2 })],
  [
    'a guest books',
    async (service) => {
      const form = await pagesOf(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
      const done = await form.press(form.buttons.find((each) => each.startsWith('Book'))!, WHO)
      expect(done.text).toContain('It is yours')
    },
  ],
  ['a day passes', async ({ clock }) => void clock.advance(86_400_000)],
  [
    'the hotel has another name',
    ({ deps, alfa }) => changeHotel(deps, SYSTEM, alfa.id, { name: 'Hotel Omega' }),
  ],
  [
    'the hotel is listed no more',
    ({ deps, alfa }) => changeHotel(deps, SYSTEM, alfa.id, { isListed: false }),
  ],
  [
    'the hotel is closed',
    ({ deps, alfa }) => changeHotel(deps, SYSTEM, alfa.id, { active: false }),
  ],
]

test('a kept page is the page as it would be written anew, whatever happened meanwhile', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  const open = pagesOf(service)
  const before = new Map<string, string>()
  for (const [name, happen] of EVENTS) {
    for (const path of PATHS) await open(path)
    await happen(service)
    const anew = pagesOf(service)
    for (const path of PATHS)
      for (const language of ['en', 'tr']) {
        const headers = { 'accept-language': language }
        const [kept, written] = [
          await open(path, undefined, headers),
          await anew(path, undefined, headers),
        ]
        expect([name, path, kept.status, kept.html]).toEqual([
          ...[name, path],
          ...[written.status, written.html],
        ])
        before.set(`${path} ${language}`, kept.html)
      }
  }
  expect(before.get('/stay/alfa en')).not.toBe(before.get('/stay/alfa tr'))
})

test('pages that are the same for all are sent compressed, those of one guest are not', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  // A page of fewer than 8 KiB is not worth it.
  const description = 'By the sea. '.repeat(240)
  const translations = { en: { description } }
  await changeHotel(service.deps, SYSTEM, service.alfa.id, { translations })
  const app = createApp(service.context, {}, guestPages)
  const ask = async (path: string) => {
    const headers = { 'accept-encoding': 'gzip, br' }
    const {
      status,
      headers: given,
      ...answer
    } = await app
      .handle(new Request(`http://localhost${path}`, { headers }))
      .then(async (response) => ({
        ...{ status: response.status, headers: response.headers },
        bytes: await response.bytes(),
      }))
    return { status, given, ...answer }
  }
  for (const path of ['/stay/alfa', `/stay/alfa?${DATES}`]) {
    const { given, bytes } = await ask(path)
    expect([path, given.get('content-encoding')]).toEqual([path, 'gzip'])
    expect(given.get('vary')).toBe('accept-language, accept-encoding')
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toStartWith('<!doctype html>')
  }
  for (const path of [`/stay/alfa/book?${DATES}&pick=DBL~STD~`, '/my', '/booking'])
    expect([path, (await ask(path)).given.get('content-encoding')]).toEqual([path, null])
})
