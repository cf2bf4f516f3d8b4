import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { changeRoomType } from '../../src/service/catalog/catalog-rooms.ts'
import { changeBoard, changeCity } from '../../src/service/catalog/places.ts'
import { insertReview } from '../../src/store/bookings/reviews.ts'
import { CARLA, sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { pagesOf } from '../support/guest-page.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// What attackers try at the guests' pages (issue 36, Attackers). Limits of what strangers take: `test/model/wave.model.test.ts`.

const SYSTEM = { type: 'system', id: 'test' } as const
const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const PICK = `${DATES}&pick=DBL~NR~RO`
/** Ends an attribute, an element, a script and a comment, and begins others. */
const EVIL = `"'></title></script></textarea><img src=x onerror=alert(1)><script>alert(1)</script><!--`
const NAMES = { en: { name: EVIL }, tr: { name: EVIL } }

/** A hotel of which every text is an attack. */
async function startEvil(): Promise<TestService> {
  const service = await startService({ publicPages: true })
  const { deps, alfa, store } = service
  await sell(service)
  const cancellation = { freeUntilDays: null, penalty: 'all' as const }
  const pricing = { type: 'derived' as const, percentBp: -1_000 }
  await makeRate(service, {
    rateCode: 'NR',
    name: EVIL,
    translations: NAMES,
    cancellation,
    pricing,
  })
  await makeExtra(service, { code: 'SPA', name: EVIL, translations: NAMES as never })
  const texts = { description: EVIL, policies: EVIL }
  await changeHotel(deps, SYSTEM, alfa.id, {
    ...{ name: EVIL, address: EVIL, licenceNumber: EVIL, colour: '#336699' },
    translations: { en: texts, tr: texts },
    distances: [{ name: EVIL, metres: 100, translations: NAMES }],
    taxes: [{ code: 'VAT', name: EVIL, percentBp: 1_000, translations: NAMES }],
    houseRules: { pets: 'allowed', petFee: { en: EVIL, tr: EVIL } },
    agreementTexts: { en: { terms: EVIL, privacy: EVIL }, tr: { terms: EVIL, privacy: EVIL } },
  })
  const room = { name: EVIL, description: EVIL }
  const translations = { en: room, tr: room }
  const place = { hotel: alfa.id, roomCode: 'DBL' }
  await changeRoomType(deps, SYSTEM, place, { ...room, translations })
  const [hotel] = await store.db.select().from(store.t.hotel)
  const [city] = await store.db.select().from(store.t.city)
  await changeCity(deps, SYSTEM, city!.slug, { name: EVIL, translations: NAMES })
  await changeBoard(deps, SYSTEM, 'RO', { name: EVIL, translations: NAMES })
  await store.tx((tx) =>
    insertReview(tx, {
      ...{ hotelId: hotel!.id, id: deps.newId(), bookingCode: 'ABCDEFGHIJ', rating: 5 },
      ...{ author: EVIL, text: EVIL, reply: EVIL, createdAtMs: deps.nowMs() },
      repliedAtMs: deps.nowMs(),
    }),
  )
  return service
}

/** Lists what in a page would run, or lead or load from elsewhere. */
async function findBreaches(html: string): Promise<string[]> {
  const found: string[] = []
  const AWAY = /^(?!\/(?!\/)|\?|#|data:image\/|tel:|mailto:|http:\/\/localhost)/
  let data = ''
  const rewriter = new HTMLRewriter()
    .on('*', {
      element({ tagName, attributes }) {
        for (const [name, value = ''] of attributes) {
          if (/^on|^style$|^srcdoc$/.test(name)) found.push(`${tagName} ${name}=${value}`)
          if (/^(src|href|action|formaction|data|poster)$/.test(name) && AWAY.test(value))
            found.push(`${tagName} ${name}=${value}`)
        }
      },
    })
    .on('img[src=x], iframe, object, embed, base, script:not([src]):not([type])', {
      element: ({ tagName }) => void found.push(tagName),
    })
    .on('script[type="application/ld+json"]', {
      text(part) {
        data += part.text
      },
    })
  await rewriter.transform(new Response(html)).text()
  if (data) JSON.parse(data)
  return found
}

/** The fields of a form that agree to the hotel's texts. */
const agreedTo = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('agree-')))

test('the search for breaches finds each of them', async () => {
  for (const html of [
    '<img src=x>',
    '<p onclick="x()">',
    '<script>x()</script>',
    '<a href="javascript:x()">',
    '<a href="//evil.example">',
    '<form action="https://evil.example">',
  ])
    expect([html, (await findBreaches(html)).length > 0]).toEqual([html, true])
})

test('no text of a hotel, room type, rate, extra, tax, board, city, review or guest is markup on any page', async () => {
  await using service = await startEvil()
  const open = pagesOf(service)
  for (const language of ['en', 'tr']) {
    const headers = { 'accept-language': language }
    const visit = (path: string) => open(path, undefined, headers)
    const form = await visit(`/stay/alfa/book?${PICK}`)
    const button = form.buttons.find((each) => /^(Book|Bu oda)/.test(each) || /€/.test(each))!
    const guest = { firstName: EVIL, lastName: EVIL, email: CARLA, wishes: EVIL }
    const refused = await form.press(button, { ...guest, email: EVIL })
    const done = await form.press(button, { ...guest, ...agreedTo(form.fieldsOf(button)) })
    const mine = await done.press(language === 'en' ? 'See, change or cancel' : done.buttons[0]!)
    const pages = [
      ...[await visit('/stay'), await visit(`/stay?q=e&${DATES}`), await visit('/stay/alfa')],
      ...[await visit(`/stay/alfa?${DATES}`), form, refused, done, mine],
    ]
    for (const page of pages)
      expect([page.path, page.status, await findBreaches(page.html)]).toEqual([
        ...[page.path, page.status],
        [],
      ])
    // The texts are there, and are read as they were written.
    for (const page of [pages[2]!, pages[3]!, mine]) expect(page.text).toContain('onerror=alert(1)')
  }
})

test('no part of an address is markup, and no form leads anywhere else', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  const app = createApp(service.context, {}, guestPages)
  const parts = [EVIL, '//evil.example', 'https://evil.example', '\r\nset-cookie: a=b', '%00']
  const names = ['q', 'lang', 'checkin', 'party', 'pick', 'stars', 'amenities', 'board', 'sort']
  const others = ['cursor', 'month', 'adults1', 'ages1', 'more', 'edit', 'next', 'return', 'url']
  for (const path of ['/stay', '/stay/alfa', '/stay/alfa/book', '/my', '/booking'])
    for (const part of parts)
      for (const query of [
        [...names, ...others].map((name) => [name, part]),
        names.map((name) => [name, part]),
      ]) {
        const address = `http://localhost${path}?${new URLSearchParams(query)}`
        const { status, headers, ...answer } = await app.handle(new Request(address))
        expect([200, 303, 404, 422]).toContain(status)
        expect(headers.get('set-cookie')).toBeNull()
        const to = headers.get('location')
        if (to !== null) expect(to).toMatch(/^\/(stay|my|booking)[/?]?/)
        expect(await findBreaches(await new Response(answer.body).text())).toEqual([])
      }
  for (const slug of ['%2F%2Fevil.example', '..%2F..%2Fevil', '%5C%5Cevil.example', '%0d%0aa:b'])
    for (const query of ['', `?adults1=2&${DATES}`]) {
      const answer = await app.handle(new Request(`http://localhost/stay/${slug}${query}`))
      expect(answer.headers.get('location') ?? '/stay/').toStartWith('/stay/')
    }
})

test('a form that is sent from elsewhere does what its sender could do alone: no cookie lends it anything', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  const { token } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const open = pagesOf(service)
  const form = await open(`/stay/alfa/book?${PICK.replace('~NR~', '~STD~')}`)
  const button = form.buttons.find((each) => each.startsWith('Book'))!
  const fields = { ...form.fieldsOf(button), act: 'book', email: CARLA }
  const headers = {
    ...{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    cookie: `session=${token}; __Host-session=${token}`,
  }
  const who = { firstName: 'Carla', lastName: 'Çelik' }
  const done = await open(form.path, { ...fields, ...who }, headers)
  const [code] = done.text.match(/[A-Z0-9]{10}/) ?? []
  const { body } = await service.alfa.call('GET', `/bookings/${code}`)
  // It is a stranger's booking, as without the cookie: unproven, and counted as such.
  expect(body).toMatchObject({ status: 'confirmed', proof: 'none', source: { type: 'web' } })
  // With the code alone no form of anybody opens, changes or ends it.
  for (const path of ['/my', '/booking'])
    for (const act of ['see', 'open', 'cancel', 'change', 'prove', 'disown', 'hand']) {
      const answer = await open(path, { act, code: code! }, headers)
      expect(answer.text).not.toContain('Çelik')
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('content-security-policy')).toEndWith("frame-ancestors 'none'")
    }
  expect((await service.alfa.call('GET', `/bookings/${code}`)).body.revision).toBe(body.revision)
})
