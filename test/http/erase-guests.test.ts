import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { eraseGuest } from '../../src/service/bookings/erase-guests.ts'
import { eraseOldGuests } from '../../src/service/bookings/guest-years.ts'
import { chunks } from '../../src/store/engine/pace.ts'
import { guestTables } from '../../src/store/sqlite/guest-trees.ts'
import { book, bookGroup, CARLA, events, sell } from '../support/bookings.ts'
import { GUEST, liveRichly, NEEDLES } from '../support/guest-life.ts'
import { asGuest } from '../support/manage.ts'
import { columnsWith, holds } from '../support/needles.ts'
import { startService, type TestService } from '../support/service.ts'
import { expectSound } from '../support/sound.ts'
import { completedStay, hireStaff, signInAgain } from '../support/staff.ts'
import { storedText } from '../support/store.ts'
import { addWebhook, attemptAll, queueEvents } from '../support/webhooks.ts'

// Erasure of guests' data (issue 37 item 6; GDPR art. 17).

const ERASE = '/v1/panel/guests/erase'

/** Where a rich life leaves a guest: the test fails if one of them is no longer lived through. */
const TRACED =
  `booking.cancelReason booking.company booking.consents booking.email booking.firstName booking.guarantee
  booking.guestNames booking.mailbox booking.phone booking.specialRequests booking_desk.note booking_desk.tags
  booking_identity.sealed booking_payment.note booking_revision.snapshot booking_word.word catalog_history.after
  attempt.answer idempotency.answer idempotency.owner mail.recipient outbox.body review.author review.reply
  review.text`.split(/\s+/)

/** Columns that hold the guest in another form, or nothing that could be searched. */
const UNSEARCHABLE = ['booking.consents', 'booking_identity.sealed']

test('no column of any table holds a guest after the erasure, nor do the bytes of the database', async () => {
  const { service, manager } = await liveRichly()
  const { store } = service
  const before = await columnsWith(service, NEEDLES)
  for (const column of TRACED) {
    if (!UNSEARCHABLE.includes(column)) expect(before).toContain(column)
    // The pages of each are cleared of copies.
    expect(guestTables()).toContain(column.split('.')[0]!)
  }
  expect(await store.db.select().from(store.t.bookingIdentity)).toHaveLength(1)
  const sums = await store.db.select().from(store.t.hotelSum)
  const nights = await store.db.select().from(store.t.day)

  const { status, body } = await manager('POST', ERASE, { body: { email: 'ZEBQ1@example.com' } })
  expect(status).toBe(200)
  expect(body.codes).toHaveLength(4)
  expect(await columnsWith(service, NEEDLES)).toEqual([])
  expect(await store.db.select().from(store.t.bookingIdentity)).toEqual([])
  for (const { consents, erasedAtMs } of await store.db.select().from(store.t.booking))
    expect([consents, erasedAtMs]).toEqual([null, service.clock.nowMs])
  await expectSound(service)
  // What the hotel reckons with stays.
  expect(await store.db.select().from(store.t.hotelSum)).toEqual(sums)
  expect(await store.db.select().from(store.t.day)).toEqual(nights)
  if (typeof service.target === 'string')
    for (const end of ['', '-wal']) {
      const text = await Bun.file(`${service.target}${end}`).text()
      expect(NEEDLES.filter((needle) => holds(text, [needle]))).toEqual([])
    }
  const text = await storedText({ target: service.target, close: service.closeStore })
  expect(NEEDLES.filter((needle) => holds(text, [needle]))).toEqual([])
})

test('the panel, the feed and the history show an erased booking without its guest; its sums stay', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await completedStay(service)
  const { call } = await signInAgain(service, staff.manager)
  expect((await call('POST', ERASE, { body: { codes: [code] } })).body).toEqual({ codes: [code] })
  const { body } = await call('GET', `/v1/panel/bookings/${code}`)
  expect(body).toMatchObject({ guest: null, erased: true, totalPriceCents: 20_000, nights: 2 })
  expect(body.deskHistory[0]).toMatchObject({ after: { guest: 'erased' }, actor: { type: 'user' } })
  expect(body.revisions.length).toBeGreaterThan(1)
  const feed = await service.alfa.call('GET', '/changes?limit=500')
  const entries = feed.body.changes.filter(({ type }: { type: string }) => type === 'booking')
  expect(entries.length).toBeGreaterThan(1)
  for (const entry of entries) expect(entry.booking).toMatchObject({ guest: null, erased: true })
  const found = await call('GET', `/v1/panel/bookings?q=${code}`)
  expect(found.body.items).toHaveLength(1)
  expect((await call('GET', '/v1/panel/bookings?q=carla')).body.items).toEqual([])
  // Repeating it changes and tells nothing.
  const told = (await events(service)).length
  expect((await call('POST', ERASE, { body: { codes: [code] } })).status).toBe(200)
  expect(await events(service)).toHaveLength(told)
})

test('whoever held a link, a token or the e-mail address has no booking any more', async () => {
  await using service = await startService()
  const { manager, guest } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const own = (await book(guest.call)).body.code
  const { manageToken } = asGuest(code)
  const path = `/v1/bookings/${code}`
  await service.call('POST', `${path}/cancel`, { body: { manageToken } })
  await guest.call('POST', `/v1/bookings/${own}/cancel`, { body: {} })
  expect((await service.call('GET', `${path}?email=${CARLA}`)).status).toBe(200)
  await manager.call('POST', ERASE, { body: { codes: [code, own] } })
  const headers = { 'x-service-manage-token': manageToken }
  expect(await service.call('GET', path, { headers })).toBeProblem(404, 'not_found')
  expect(await service.call('GET', `${path}?email=${CARLA}`)).toBeProblem(404, 'not_found')
  expect(await guest.call('GET', `/v1/bookings/${own}`)).toBeProblem(404, 'not_found')
  const handed = await manager.call('POST', `/v1/panel/bookings/${code}/manage-link`, { body: {} })
  expect(handed).toBeProblem(404, 'not_found')
  const back = await manager.call('POST', `/v1/panel/bookings/${code}/reinstate`, { body: {} })
  expect(back).toBeProblem(409, 'transition_invalid')
})

test('a booking that stands refuses the whole request: pending, confirmed, or a no-show before its check-out', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const gone = (await book(service.call)).body.code
  await service.call('POST', `/v1/bookings/${gone}/cancel`, { body: asGuest(gone) })
  const held = (await book(service.call, { hold: true })).body.code
  const stands = (await book(service.call)).body.code
  const { call } = staff.manager
  const erase = async (codes: string[], by = call) => await by('POST', ERASE, { body: { codes } })
  for (const one of [held, stands]) {
    const refused = await erase([gone, one])
    expect(refused).toBeProblem(409, 'booking_stands')
    expect(refused.body.codes).toEqual([one])
  }
  expect(await call('POST', ERASE, { body: { email: CARLA } })).toBeProblem(409, 'booking_stands')
  expect((await call('GET', `/v1/panel/bookings/${gone}`)).body.guest.email).toBe(CARLA)
  service.clock.nowMs = Date.parse('2027-04-02T09:00:00Z')
  const day = (await signInAgain(service, staff.manager)).call
  await day('POST', `/v1/panel/bookings/${stands}/no-show`, { body: {} })
  expect(await erase([stands], day)).toBeProblem(409, 'booking_stands')
  service.clock.nowMs = Date.parse('2027-04-03T10:00:00Z')
  expect(
    (await erase([stands, gone], (await signInAgain(service, staff.manager)).call)).status,
  ).toBe(200)
})

test('a group is erased whole, and stands while one of its stays does', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { body } = await bookGroup(service.call, {}, 2)
  const codes = body.bookings.map(({ code }: { code: string }) => code)
  const end = (code: string) =>
    manager.call('POST', `/v1/bookings/${code}/cancel`, { body: { reason: 'Ill' } })
  await end(codes[0])
  const erase = () => manager.call('POST', ERASE, { body: { codes: [codes[0]] } })
  expect(await erase()).toBeProblem(409, 'booking_stands')
  await end(codes[1])
  expect((await erase()).body.codes.toSorted()).toEqual(codes.toSorted())
  const group = await manager.call('GET', `/v1/panel/booking-groups/${body.code}`)
  expect([group.body.guest, group.body.bookings[1].guest]).toEqual([null, null])
})

test('webhooks that wait go out without the guest, and guest.erased tells those who subscribe', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const usual = await addWebhook(service.alfa)
  const asked = await addWebhook(service.alfa, {
    ...{ url: 'https://hooks.example.com/erased', events: ['guest.erased'] },
  })
  expect(usual.events).not.toContain('guest.erased')
  const { code } = (await book(service.call)).body
  await service.call('PATCH', `/v1/bookings/${code}`, {
    body: { ...asGuest(code), guest: { firstName: 'Dora' } },
  })
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await queueEvents(service)
  await manager.call('POST', ERASE, { body: { codes: [code] } })
  await queueEvents(service)
  const sent = (await events(service)).filter(({ data }) => data.code === code)
  const modified = sent.find(({ event }) => event === 'booking.modified')!
  expect(modified.data).toMatchObject({ changes: ['guest'], previous: { guest: null } })
  for (const { event, data } of sent)
    if (event !== 'guest.erased') expect(data).toMatchObject({ guest: null, erased: true })
  const told = sent.filter(({ event }) => event === 'guest.erased')
  const erasedAt = '2027-03-10T09:00:00.000Z'
  expect(told.map(({ data }) => data)).toEqual([{ code, groupCode: null, erasedAt }])
  expect(await attemptAll(service, asked.id)).toBe(1)
})

test('only owners of the hotel erase and export, of their own hotel alone', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await completedStay(service)
  const erase = { body: { codes: [code] } }
  const bravo = (await signInAgain(service, staff.bravoManager)).call
  expect(await bravo('POST', ERASE, erase)).toBeProblem(404, 'not_found')
  expect(await bravo('GET', `/v1/panel/guests/export?code=${code}`)).toBeProblem(404, 'not_found')
  const mine = (await signInAgain(service, staff.manager)).call
  for (const body of [{}, { codes: [code], email: CARLA }, { codes: [] }])
    expect(await mine('POST', ERASE, { body })).toBeProblem(422, 'validation_failed')
  expect(await mine('POST', ERASE, { body: { codes: [code, 'NOSUCHCODE'] } })).toBeProblem(
    404,
    'not_found',
  )
  expect((await mine('GET', `/v1/panel/bookings/${code}`)).body.guest.email).toBe(CARLA)
})

test('the export has everything that the erasure takes', async () => {
  await using life = await richLife()
  const { manager } = life
  const path = `/v1/panel/guests/export?email=${GUEST.email}`
  const { status, text } = await manager('GET', path)
  expect(status).toBe(200)
  // The digits of the telephone stand together in the index of words alone.
  const absent = NEEDLES.filter((needle) => !holds(text, [needle]))
  expect(absent).toEqual(['5557770199'])
  const [newest] = (await manager('GET', '/v1/panel/history')).body.items
  expect(newest).toMatchObject({ entity: 'export', id: 'guest', after: { rows: 4 } })
  await manager('POST', ERASE, { body: { email: GUEST.email } })
  expect((await manager('GET', path)).body.bookings).toEqual([])
})

test('an export tells the revisions that one answer leaves out, and has them before the last it had', async () => {
  await using life = await richLife()
  const { manager, service } = life
  const all = (await manager('GET', `/v1/panel/guests/export?email=${GUEST.email}`)).body.bookings
  const [{ code, revisions, mails }] = all
  const { t } = service.store
  const [row] = await service.store.db
    .select()
    .from(t.bookingRevision)
    .where(and(eq(t.bookingRevision.code, code), eq(t.bookingRevision.revision, 1)))
  const first = 1 + revisions.length
  const last = 2_405
  const change = { hotelId: row!.hotelId, actorType: 'system' as const, actorId: 'x', atMs: 1 }
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  await service.store.tx(async ({ db }) => {
    for (const some of chunks(numbers)) {
      const made = await db
        .insert(t.change)
        .values(some.map(() => change))
        .returning()
      const ofEach = some.map((revision, at) => ({ ...row!, revision, changeSeq: made[at]!.seq }))
      await db.insert(t.bookingRevision).values(ofEach)
    }
    await db.update(t.booking).set({ revision: last }).where(eq(t.booking.code, code))
  })

  const path = `/v1/panel/guests/export?code=${code}`
  const [newest] = (await manager('GET', path)).body.bookings
  const [rest] = (await manager('GET', `${path}&before=${newest.revisions.at(-1).revision}`)).body
    .bookings
  const numbersOf = (booking: typeof newest) =>
    booking.revisions.map((each: { revision: number }) => each.revision)
  expect([...numbersOf(newest), ...numbersOf(rest)]).toEqual(
    Array.from({ length: last }, (_, at) => last - at),
  )
  expect([newest.revisions.length, newest.revisionsLeft, rest.revisionsLeft]).toEqual([
    2_000, 405, 0,
  ])
  expect([newest.hasMoreMails, newest.mails.length]).toEqual([false, mails.length])
  expect(all.every((each: typeof newest) => each.revisionsLeft === 0)).toBeTrue()
})

async function richLife() {
  const life = await liveRichly()
  return { ...life, [Symbol.asyncDispose]: () => life.service[Symbol.asyncDispose]() }
}

test('guests are erased so many years after the stay as the hotel says, a group after its last stay, and no others', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const early = (await book(service.call)).body.code
  const stay = { roomCode: 'DBL', adults: 1, checkin: '2027-04-01', checkout: '2027-04-02' }
  const last = { ...stay, checkin: '2027-04-05', checkout: '2027-04-06' }
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
  const group = await service.call('POST', '/v1/booking-groups', {
    body: { hotelSlug: 'alfa', guest, stays: [stay, last] },
  })
  expect(group.status).toBe(201)
  await ended(service, '2027-04-07T10:00:00Z')
  const told: string[] = []
  const erased = async () => {
    await eraseOldGuests(service.deps, undefined, (_, codes) => void told.push(...codes))
    const rows = await service.store.db.select().from(service.store.t.booking)
    return rows
      .filter(({ erasedAtMs }) => erasedAtMs !== null)
      .map(({ code }) => code)
      .toSorted()
  }
  service.clock.nowMs = Date.parse('2030-04-04T10:00:00Z')
  expect(await erased()).toEqual([])
  const { call } = await signInAgain(service, staff.manager)
  const set = (guestDataYears: unknown) =>
    call('PATCH', '/v1/panel/hotel', { body: { guestDataYears } })
  expect(await set(0)).toBeProblem(422, 'validation_failed')
  expect((await set(3)).body.guestDataYears).toBe(3)
  expect(await erased()).toEqual([early])
  service.clock.nowMs = Date.parse('2030-04-06T10:00:00Z')
  const codes = group.body.bookings.map(({ code }: { code: string }) => code)
  expect(await erased()).toEqual([early, ...codes].toSorted())
  expect(told.toSorted()).toEqual([early, ...codes].toSorted())
})

async function ended({ clock, deps }: TestService, instant: string): Promise<void> {
  clock.nowMs = Date.parse(instant)
  await completeStays(deps)
}

test('an erasure that was cut off after its first step is finished by the next pass', async () => {
  const { service, manager } = await liveRichly()
  const { store, deps } = service
  const cut = cutOff(service, 1)
  const actor = { type: 'system' as const, id: 'clock' }
  const told: [string, string[]][] = []
  const tell = (hotel: string, codes: string[]) => void told.push([hotel, codes])
  const erasing = eraseGuest(cut, actor, {
    ...{ hotelId: service.alfa.id, by: { email: GUEST.email }, tell },
  })
  expect(erasing).rejects.toThrow('cut')
  await erasing.catch(() => {})
  const list = await manager('GET', '/v1/panel/bookings')
  expect(holds(list.text, NEEDLES)).toBe(false)
  expect(await columnsWith(service, NEEDLES)).toContain('booking_revision.snapshot')
  // Told before the rest is done, and again by whoever finishes it: a kill may have come before the first.
  const [first] = told
  expect([first?.[0], first?.[1].length]).toEqual(['alfa', expect.any(Number)])
  expect(first?.[1].length).toBeGreaterThan(0)
  await eraseOldGuests(deps, undefined, tell)
  const sorted = told.map(([hotel, codes]) => [hotel, codes.toSorted()])
  expect(sorted).toEqual([sorted[0]!, sorted[0]!])
  expect(await columnsWith(service, NEEDLES)).toEqual([])
  expect(await store.db.select().from(store.t.guestErasure)).toEqual([])
  const text = await storedText({ target: service.target, close: service.closeStore })
  expect(holds(text, NEEDLES)).toBe(false)
})

/** The service as it crashes: nothing after so many transactions is written. */
function cutOff({ store, deps }: TestService, transactions: number) {
  const tx = store.tx.bind(store)
  let left = transactions
  const cut = (body: any) => (left-- > 0 ? tx(body) : Promise.reject(new Error('cut')))
  return { ...deps, store: { ...store, tx: cut as never } }
}

test('the bytes of the database hold no guest after a yearly erasure that was cut off anywhere and the one after', async () => {
  const { service } = await liveRichly()
  const { store, deps } = service
  service.clock.nowMs = Date.parse('2029-12-01T10:00:00Z')
  await completeStays(deps)
  await store.tx(({ db, t }) => db.update(t.hotel).set({ guestDataYears: 1 }))
  let cuts = 0
  const erasing = (transactions: number) =>
    eraseOldGuests(cutOff(service, transactions)).then(
      () => false,
      ({ message }) => message === 'cut',
    )
  // Each goes on where the one before was cut off.
  while (await erasing(1)) cuts++
  expect(cuts).toBeGreaterThan(4)
  expect(await columnsWith(service, NEEDLES)).toEqual([])
  const text = await storedText({ target: service.target, close: service.closeStore })
  expect(holds(text, NEEDLES)).toBe(false)
})
