import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { upsertShutMailbox } from '../../src/store/strangers/shut-mailboxes.ts'
import { addDay } from '../support/bookings.ts'
import { nightsFrom, setWeb, startBounded, strangers, webNights } from '../support/bounded.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { TODAY } from '../support/service.ts'

test('a change is not counted against what its booking has already: another room type, and nights at both ends (contract-access, One night)', async () => {
  await using service = await startBounded({
    isMailing: true,
    rooms: [
      { roomCode: 'DBL', totalRooms: 4 },
      { roomCode: 'SGL', totalRooms: 4 },
    ],
  })
  const ask = strangers(service)
  // A quarter of eight rooms.
  const two = { rooms: 2, adults: 2, checkin: '2027-04-03', checkout: '2027-04-05' }
  const { code } = (await ask(two)).body
  const change = (more: object) =>
    service.call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), ...more } })

  expect(await change({ roomCode: 'SGL' })).toMatchObject({ status: 200, body: { proof: 'none' } })
  expect(await change({ checkin: '2027-04-02', checkout: '2027-04-06' })).toMatchObject({
    ...{ status: 200, body: { proof: 'none', nights: 4 } },
  })
  expect(await change({ roomCode: 'DBL', checkin: '2027-04-04' })).toMatchObject({ status: 200 })
  expect(await webNights(service)).toMatchObject([{ unproven: 2 }, { unproven: 2 }])

  expect(await change({ rooms: 3, adults: 3 })).toBeProblem(409, 'proof_required')
  const other = await ask({ ...two, rooms: 1, adults: 1, checkin: '2027-04-04', roomCode: 'SGL' })
  expect(other.body).toMatchObject({ status: 'pending', proof: 'asked' })
})

test('a change that is only tried says that the link is mailed once it is sent (contract-access)', async () => {
  await using service = await startBounded({
    ...{ isMailing: true, rooms: [{ roomCode: 'DBL', totalRooms: 8 }] },
  })
  const { code } = (await strangers(service)({ rooms: 2, adults: 2 })).body
  const body = { ...asGuest(code), rooms: 3, adults: 3 }
  const send = (more = {}) =>
    service.call('PATCH', `/v1/bookings/${code}`, { body: { ...body, ...more } })

  const tried = await send({ simulate: true })
  expect(tried).toBeProblem(409, 'proof_required')
  expect(tried.body.detail).toContain('Sending this mails a link to the guest')
  expect(await service.store.db.select().from(service.store.t.mail)).toEqual([])
  expect((await send()).body.detail).toContain('was mailed')
})

test('another address of its guest brings an unproven booking to no mailbox that has three, or has shut itself (contract-access, One mailbox)', async () => {
  await using service = await startBounded()
  const { store, alfa, clock } = service
  const ask = strangers(service)
  const bookings = await Promise.all([...Array(5).keys()].map((day) => ask(nightsFrom(day, 1))))
  const readdress = ({ body: { code } }: Answer, email: string) =>
    service.call('PATCH', `/v1/bookings/${code}`, {
      body: { ...asGuest(code), guest: { email } },
    })

  for (const booking of bookings.slice(0, 3))
    expect((await readdress(booking, 'ada@gmail.com')).status).toBe(200)
  expect(await readdress(bookings[3]!, 'A.da+4@googlemail.com')).toBeProblem(409, 'ask_the_hotel')
  // What has come is not counted against itself.
  expect((await readdress(bookings[0]!, 'ada+1@gmail.com')).status).toBe(200)

  const untilMs = clock.nowMs + 24 * 60 * 60_000
  await store.tx((tx) =>
    upsertShutMailbox(tx, { hotelId: alfa.id, mailbox: 'eda@example.com', untilMs }),
  )
  expect(await readdress(bookings[4]!, 'eda@example.com')).toBeProblem(409, 'ask_the_hotel')
  clock.advance(24 * 60 * 60_000)
  expect((await readdress(bookings[4]!, 'eda@example.com')).status).toBe(200)
})

test('a booking that its mailbox has proven becomes unproven by another address where its nights have room for it among those alone (contract-access, One night)', async () => {
  await using service = await startBounded({
    ...{ isMailing: true, rooms: [{ roomCode: 'DBL', totalRooms: 8 }] },
  })
  const ask = strangers(service)
  const proven = (await ask(nightsFrom(0, 2))).body
  await service.store.tx(
    async (tx) => void (await tx.db.update(tx.t.booking).set({ proof: 'mail' })),
  )
  await service.store.tx(async (tx) => void (await tx.db.update(tx.t.day).set({ unproven: 0 })))
  // A quarter of the rooms, on its second night.
  expect((await ask({ ...nightsFrom(1, 1), rooms: 2, adults: 2 })).body.proof).toBe('none')
  const readdress = (more = {}) =>
    service.call('PATCH', `/v1/bookings/${proven.code}`, {
      body: { ...asGuest(proven.code), guest: { email: 'eve@example.com' }, ...more },
    })

  expect(await readdress()).toBeProblem(409, 'ask_the_hotel')
  await setWeb(service, { webProof: 'always' })
  expect(await readdress(nightsFrom(0, 1))).toBeProblem(409, 'ask_the_hotel')
  await setWeb(service, { webProof: 'share' })
  expect((await readdress(nightsFrom(0, 1))).body.proof).toBe('none')
  expect(await webNights(service)).toMatchObject([
    { date: '2027-04-01', unproven: 1 },
    { date: '2027-04-02', unproven: 2 },
  ])
})

test('a hotel that is closed for the next 30 nights has the rooms of the nights that are asked for (contract-access, rooms of the hotel)', async () => {
  await using service = await startBounded({
    ...{ isMailing: true, rooms: [{ roomCode: 'DBL', totalRooms: null }] },
  })
  const { day } = service.store.t
  await service.store.tx(async (tx) => {
    const isNear = sql`${day.date} < ${addDay(TODAY, 30)}`
    await tx.db.update(day).set({ available: 0 }).where(isNear)
  })
  const ask = strangers(service)
  const season = { checkin: addDay(TODAY, 40), checkout: addDay(TODAY, 41) }

  // A quarter of the twenty that are on sale then.
  expect((await ask({ ...season, rooms: 5, adults: 5 })).body.proof).toBe('none')
  expect((await ask({ ...season, rooms: 1 })).body.proof).toBe('asked')
})

test('a mailbox that has shut itself confirms no hold and makes no booking more (contract-access, This was not me)', async () => {
  await using service = await startBounded()
  const { store, alfa, clock, call } = service
  const ask = strangers(service)
  const mailbox = 'ada@example.com'
  const held = (await ask({ hold: true }, { mailbox })).body
  const booked = (await ask(nightsFrom(9, 1), { mailbox })).body
  const untilMs = clock.nowMs + 60_000
  await store.tx((tx) => upsertShutMailbox(tx, { hotelId: alfa.id, mailbox, untilMs }))
  const confirm = () =>
    call('POST', `/v1/bookings/${held.code}/confirm`, { body: asGuest(held.code) })
  const grow = () =>
    call('PATCH', `/v1/bookings/${booked.code}`, {
      body: { ...asGuest(booked.code), rooms: 2, adults: 2 },
    })

  expect(await confirm()).toBeProblem(409, 'ask_the_hotel')
  expect(await grow()).toBeProblem(409, 'ask_the_hotel')
  clock.advance(60_000)
  expect((await confirm()).status).toBe(200)
  expect((await grow()).status).toBe(200)
})

test('a group past the share of a night is changed after its link alone, which is mailed once for all of it (contract-access)', async () => {
  await using service = await startBounded({
    ...{ isMailing: true, rooms: [{ roomCode: 'DBL', totalRooms: 8 }] },
  })
  const stay = { roomCode: 'DBL', checkin: '2027-04-03', checkout: '2027-04-05' }
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  const placed = await service.call('POST', '/v1/booking-groups', {
    body: { hotelSlug: 'alfa', guest, stays: [stay, stay] },
  })
  expect(placed.body).toMatchObject({ proof: 'none', bookings: [{ status: 'confirmed' }, {}] })
  const { code, manageToken, bookings } = placed.body
  const stays = [
    { code: bookings[0].code, checkout: '2027-04-04' },
    { code: bookings[1].code, rooms: 3, adults: 3 },
  ]
  const send = (more = {}) =>
    service.call('PATCH', `/v1/booking-groups/${code}`, { body: { manageToken, stays, ...more } })
  const { db, t } = service.store
  expect(await send({ simulate: true })).toBeProblem(409, 'proof_required')
  expect(await db.select().from(t.mail)).toEqual([])
  for (const _ of ['first', 'again']) expect(await send()).toBeProblem(409, 'proof_required')
  expect(await db.select().from(t.mail)).toMatchObject([{ kind: 'proof' }])
  const rows = await db.select().from(t.booking)
  expect(rows.map(({ proof, revision }) => [proof, revision])).toEqual([
    ['asked', 1],
    ['asked', 1],
  ])
})
