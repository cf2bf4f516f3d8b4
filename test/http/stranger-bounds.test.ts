import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { cancelBooking } from '../../src/service/bookings/cancel-booking.ts'
import { noteProven } from '../../src/store/accounts/users.ts'
import { findBooking } from '../../src/store/bookings/bookings.ts'
import { addDay, book } from '../support/bookings.ts'
import {
  nightsFrom,
  prove,
  setWeb,
  startBounded,
  strangers,
  webNights,
} from '../support/bounded.ts'
import { asGuest } from '../support/manage.ts'
import { signIn } from '../support/users.ts'

const HOUR_MS = 60 * 60_000
const CLERK = { type: 'user', id: 'a clerk' } as const

test('one booking has at most the rooms and nights that the hotel lets it have, at its field, for members any number (contract-access)', async () => {
  await using service = await startBounded()
  await setWeb(service, { webMaxRooms: 2, webMaxNights: 3 })
  const ask = strangers(service)

  const refused = await ask({ ...nightsFrom(0, 4), rooms: 3, adults: 3 })

  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([
    { path: '/rooms', code: 'stay_too_large' },
    { path: '/checkout', code: 'stay_too_large' },
  ])
  expect((await ask({ ...nightsFrom(0, 3), rooms: 2, adults: 2 })).status).toBe(201)
})

test('a mailbox has three unproven bookings at a hotel, however it is spelled; without mail the fourth is told where to ask (contract-access)', async () => {
  await using service = await startBounded()
  await setWeb(service, { phone: '+90 212 555 04 18' })
  const ask = strangers(service)
  const mailboxes = ['ada@gmail.com', 'a.d.a@gmail.com', 'ADA+x@googlemail.com']

  for (const [day, mailbox] of mailboxes.entries())
    expect((await ask(nightsFrom(day, 1), { mailbox })).body).toMatchObject({
      status: 'confirmed',
      proof: 'none',
    })
  const fourth = await ask(nightsFrom(3, 1), { mailbox: 'ada@gmail.com' })

  expect(fourth).toBeProblem(409, 'ask_the_hotel')
  expect(fourth.body).toMatchObject({ phone: '+90 212 555 04 18', email: null })
})

test('with mail the fourth waits for its link, at most three of them, and what the hotel has proven leaves room (contract-access)', async () => {
  await using service = await startBounded({ isMailing: true })
  const ask = strangers(service)
  const codes: string[] = []
  for (let day = 0; day < 3; day++)
    codes.push((await ask(nightsFrom(day, 1), { mailbox: 'ada@example.com' })).body.code)

  for (let day = 3; day < 6; day++)
    expect((await ask(nightsFrom(day, 1), { mailbox: 'ada@example.com' })).body).toMatchObject({
      ...{ status: 'pending', proof: 'asked' },
    })
  const seventh = await ask(nightsFrom(6, 1), { mailbox: 'ada@example.com' })
  expect(seventh).toBeProblem(409, 'ask_the_hotel')

  for (const code of codes) await prove(service, code)
  service.clock.advance(31 * 60_000)
  await expireHolds(service.deps)
  expect((await ask(nightsFrom(6, 1), { mailbox: 'ada@example.com' })).body).toMatchObject({
    ...{ status: 'confirmed', proof: 'none' },
  })
})

test('a network makes 120 room-nights an hour at 60 rooms, and the told wait suffices (contract-access)', async () => {
  await using service = await startBounded()
  const ask = strangers(service)
  const from = '203.0.113.7'
  const stay = (index: number) => ({ ...nightsFrom(index * 8, 8), rooms: 5, adults: 5 })
  // 40 room-nights each, on nights of their own.
  for (let index = 0; index < 3; index++)
    expect((await ask(stay(index), { from })).status).toBe(201)
  service.clock.advance(60_000)

  const refused = await ask(nightsFrom(30, 1), { from })

  expect(refused).toBeProblem(429, 'rate_limited')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBe(59 * 60)
  service.clock.advance(seconds * 1_000 - 1_000)
  expect((await ask(nightsFrom(30, 1), { from })).status).toBe(429)
  service.clock.advance(1_000)
  expect((await ask(nightsFrom(30, 1), { from })).status).toBe(201)
})

test('a /24 and a /48 make three times as much as an address and a /56 (contract-access)', async () => {
  await using service = await startBounded()
  await setWeb(service, { webBrakeLiftedUntilMs: service.clock.nowMs + HOUR_MS })
  const ask = strangers(service)
  for (const addressOf of [
    (index: number) => `203.0.113.${index}`,
    (index: number) => `2001:db8:1:${index}00::7`,
  ]) {
    for (let index = 0; index < 9; index++) {
      const sold = { ...nightsFrom(index * 6, 5), roomCode: 'SGL', rooms: 4, adults: 4 }
      expect((await ask(sold, { from: addressOf(index) })).status).toBe(201)
      const more = { ...nightsFrom(index * 6, 5), rooms: 4, adults: 4 }
      expect((await ask(more, { from: addressOf(index) })).status).toBe(201)
    }
    expect((await ask(nightsFrom(57, 1), { from: addressOf(9) })).status).toBe(429)
  }
  expect((await ask(nightsFrom(57, 1))).status).toBe(201)
})

test('a hold that ran out counts a fifth for its network (contract-access)', async () => {
  await using service = await startBounded()
  const ask = strangers(service)
  const from = '203.0.113.7'
  for (let index = 0; index < 3; index++) {
    const held = await ask(
      { ...nightsFrom(index * 8, 8), rooms: 5, adults: 5, hold: true },
      { from },
    )
    expect(held.body.status).toBe('pending')
  }
  expect((await ask({ ...nightsFrom(30, 8), hold: true }, { from })).status).toBe(429)

  service.clock.advance(16 * 60_000)
  await expireHolds(service.deps)

  // 24 of 120 count.
  expect((await ask({ ...nightsFrom(30, 18), rooms: 5, adults: 5 }, { from })).status).toBe(201)
})

test('a hold that is sold anew counts for the network that pressed the link, as made then (contract-access)', async () => {
  await using service = await startBounded({ isMailing: true })
  const webBrakeLiftedUntilMs = service.clock.nowMs + 25 * HOUR_MS
  await setWeb(service, { webProof: 'always', webBrakeLiftedUntilMs })
  const ask = strangers(service)
  const codes: string[] = []
  for (let index = 0; index < 10; index++) {
    const roomCode = index < 5 ? 'DBL' : 'SGL'
    const held = { ...nightsFrom((index % 5) * 8, 8), roomCode, rooms: 5, adults: 5 }
    codes.push((await ask(held)).body.code)
  }
  service.clock.advance(24 * HOUR_MS)
  await expireHolds(service.deps)
  const pressLate = async (code: string) => {
    const proofToken = service.deps.tokens.proof((await findBooking(service.store, code))!)
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    return await service.call('POST', `/v1/bookings/${code}/prove`, {
      body: { proofToken },
      headers,
    })
  }

  // Three times 120 room-nights of an hour, for each has a link.
  for (const code of codes.slice(0, 9)) expect((await pressLate(code)).status).toBe(200)
  expect(await pressLate(codes[9]!)).toBeProblem(429, 'rate_limited')
})

test('a quarter of a night is sold without proof, of a room type half, of a type of one room nothing; the rest waits for its link (contract-access)', async () => {
  await using service = await startBounded({
    isMailing: true,
    rooms: [
      { roomCode: 'DBL', totalRooms: 11 },
      { roomCode: 'SGL', totalRooms: 4 },
      { roomCode: 'STE', totalRooms: 1 },
    ],
  })
  const ask = strangers(service)
  const night = nightsFrom(0, 1)
  const proofOf = async (roomCode: string, rooms = 1) =>
    (await ask({ ...night, roomCode, rooms, adults: rooms })).body.proof

  expect(await proofOf('STE')).toBe('asked')
  expect(await proofOf('SGL', 2)).toBe('none')
  expect(await proofOf('SGL')).toBe('asked')
  expect(await proofOf('DBL', 2)).toBe('none')
  // Four of sixteen rooms are sold so; no more of any type.
  expect(await proofOf('DBL')).toBe('asked')
  expect(await webNights(service, 'SGL')).toEqual([{ date: '2027-04-01', unproven: 2, held: 1 }])

  await setWeb(service, { webProof: 'none' })
  expect(await proofOf('DBL')).toBe('none')
  await setWeb(service, { webProof: 'always' })
  expect((await ask({ ...nightsFrom(9, 1) })).body).toMatchObject({ status: 'pending' })
})

test('holds of strangers take a quarter of a night; the next is told when one ends, and what never fits is told where to ask (contract-access)', async () => {
  await using service = await startBounded({ rooms: [{ roomCode: 'DBL', totalRooms: 16 }] })
  const ask = strangers(service)
  const night = nightsFrom(0, 1)
  const hold = (rooms: number) => ask({ ...night, rooms, adults: rooms, hold: true })

  expect(await hold(5)).toBeProblem(409, 'ask_the_hotel')
  expect((await hold(3)).status).toBe(201)
  service.clock.advance(60_000)
  const refused = await hold(2)
  expect(refused).toBeProblem(429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBe(String(14 * 60 + 2))
  expect((await hold(1)).status).toBe(201)
})

test('the brake lets 240 room-nights a day pass at 60 rooms; what the hotel ends or proves opens it at once, and its owner lifts it (contract-access)', async () => {
  await using service = await startBounded()
  const ask = strangers(service)
  const codes: string[] = []
  for (let index = 0; index < 6; index++) {
    const sold = await ask({ ...nightsFrom(index * 8, 8), rooms: 5, adults: 5 })
    codes.push(sold.body.code)
  }

  expect(await ask(nightsFrom(50, 1))).toBeProblem(409, 'ask_the_hotel')
  await cancelBooking(service.deps, codes[0]!, CLERK, { reason: null, caller: 'hotel' })
  expect((await ask({ ...nightsFrom(0, 8), rooms: 5, adults: 5 })).status).toBe(201)
  expect(await ask(nightsFrom(50, 1))).toBeProblem(409, 'ask_the_hotel')
  await prove(service, codes[1]!)
  expect((await ask({ ...nightsFrom(50, 8), rooms: 5, adults: 5 })).status).toBe(201)
  expect(await ask(nightsFrom(58, 1))).toBeProblem(409, 'ask_the_hotel')
  await setWeb(service, { webBrakeLiftedUntilMs: service.clock.nowMs + HOUR_MS })
  expect((await ask(nightsFrom(58, 1))).status).toBe(201)
})

test('what strangers have booked and cancelled themselves is ended by the hotel like the rest of a wave (contract-access)', async () => {
  await using service = await startBounded()
  const ask = strangers(service)
  const codes: string[] = []
  for (let index = 0; index < 6; index++) {
    const sold = await ask({ ...nightsFrom(index * 8, 8), rooms: 5, adults: 5 })
    const { code } = sold.body
    await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
    codes.push(code)
  }
  expect(await ask(nightsFrom(50, 1))).toBeProblem(409, 'ask_the_hotel')

  for (const code of codes)
    await cancelBooking(service.deps, code, CLERK, { reason: null, caller: 'hotel' })

  expect((await ask(nightsFrom(50, 1))).status).toBe(201)
  const { booking } = service.store.t
  const rows = await service.store.db.select().from(booking)
  expect(rows.map(({ revision }) => revision)).toEqual([2, 2, 2, 2, 2, 2, 1])
})

test('from half of the brake on each booking waits for its link where there is mail, and the hotel has not said that it wants none (contract-access)', async () => {
  await using service = await startBounded({ isMailing: true })
  const ask = strangers(service)
  for (let index = 0; index < 3; index++)
    expect((await ask({ ...nightsFrom(index * 8, 8), rooms: 5, adults: 5 })).body.proof).toBe(
      'none',
    )

  expect((await ask(nightsFrom(30, 1))).body).toMatchObject({ status: 'pending', proof: 'asked' })
  await setWeb(service, { webProof: 'none' })
  expect((await ask(nightsFrom(30, 1))).body).toMatchObject({ status: 'confirmed', proof: 'none' })
})

test('a hold whose confirmation needs the link is kept for it half an hour, once, and a member confirms it (contract-access)', async () => {
  await using service = await startBounded({ isMailing: true })
  await setWeb(service, { webProof: 'always' })
  const ask = strangers(service)
  const { code } = (await ask({ hold: true })).body
  const confirm = () =>
    service.call('POST', `/v1/bookings/${code}/confirm`, {
      body: asGuest(code),
    })

  expect(await confirm()).toBeProblem(409, 'proof_required')
  expect(await confirm()).toBeProblem(409, 'proof_required')

  const { booking, mail } = service.store.t
  const rows = await service.store.db.select().from(booking)
  expect(rows).toMatchObject([{ status: 'pending', proof: 'asked', revision: 2 }])
  expect(rows[0]!.holdExpiresAtMs).toBe(service.clock.nowMs + 30 * 60_000)
  const mails = await service.store.db.select().from(mail)
  expect(mails.map(({ kind }) => kind)).toEqual(['proof'])
  const proven = await prove(service, code)
  expect(proven).toMatchObject({ status: 'confirmed', proof: 'hotel', revision: 3 })
  expect(await prove(service, code)).toEqual(proven)

  const late = (await ask({ ...nightsFrom(20, 1) })).body
  service.clock.advance(30 * 60_000)
  expect(prove(service, late.code)).rejects.toThrow('A booking that is expired cannot be proven.')
})

test('the columns of a night follow a stranger through hold, confirmation, change and end (contract-access)', async () => {
  await using service = await startBounded()
  const ask = strangers(service)
  const { code } = (await ask({ ...nightsFrom(0, 2), hold: true })).body
  const who = asGuest(code)
  const act = (method: string, path: string, body: object = {}) =>
    service.call(method, `/v1/bookings/${code}${path}`, { body: { ...who, ...body } })
  const of = (day: number, unproven: number, held = 0) => ({
    ...{ date: addDay('2027-04-01', day), unproven, held },
  })

  expect(await webNights(service)).toEqual([of(0, 0, 1), of(1, 0, 1)])
  expect((await act('POST', '/confirm')).status).toBe(200)
  expect(await webNights(service)).toEqual([of(0, 1), of(1, 1)])
  expect((await act('PATCH', '', { ...nightsFrom(1, 2), rooms: 2, adults: 2 })).status).toBe(200)
  expect(await webNights(service)).toEqual([of(1, 2), of(2, 2)])
  expect((await act('POST', '/cancel')).status).toBe(200)
  expect(await webNights(service)).toEqual([])
})

test('STRANGER_LIMITS=0 lifts all but the size of one booking, the demo all but the nights (contract-access)', async () => {
  for (const strangerLimits of ['none', 'night'] as const) {
    await using service = await startBounded({ world: { strangerLimits, isMailing: true } })
    const ask = strangers(service)
    const asked: string[] = []
    for (let index = 0; index < 10; index++) {
      const { status, body } = await ask(
        { ...nightsFrom(0, 8), rooms: 3, adults: 3 },
        { from: '203.0.113.7', mailbox: 'ada@example.com' },
      )
      expect(status).toBe(201)
      asked.push(body.proof)
    }
    // 15 rooms of each night, then the link; of what waits 15 as well.
    const none = Array(10).fill('none')
    const share = [...none.slice(0, 5), ...Array(5).fill('asked')]
    expect(asked).toEqual(strangerLimits === 'none' ? none : share)
  }
})

test('another address of the guest makes unproven what the mailbox had proven (contract-access)', async () => {
  await using service = await startBounded()
  const ask = strangers(service)
  const { code } = (await ask({})).body
  const { booking } = service.store.t
  await service.store.tx(async (tx) => void (await tx.db.update(booking).set({ proof: 'mail' })))
  const who = asGuest(code)

  const changed = await service.call('PATCH', `/v1/bookings/${code}`, {
    body: { ...who, guest: { email: 'eve@example.com' } },
  })

  expect(changed.body.proof).toBe('none')
  expect((await service.store.db.select().from(booking))[0]).toMatchObject({
    mailbox: 'eve@example.com',
  })
})

test('a change that takes more than strangers may waits for the link, which is mailed once and by no simulation (contract-access)', async () => {
  await using service = await startBounded({
    ...{ isMailing: true, rooms: [{ roomCode: 'DBL', totalRooms: 16 }] },
  })
  const ask = strangers(service)
  const { code } = (await ask({ rooms: 4, adults: 4 })).body
  const who = asGuest(code)
  const change = (more: object) =>
    service.call('PATCH', `/v1/bookings/${code}`, {
      body: { ...who, rooms: 5, adults: 5, ...more },
    })
  const { mail, booking } = service.store.t

  expect(await change({ simulate: true })).toBeProblem(409, 'proof_required')
  expect(await service.store.db.select().from(mail)).toEqual([])
  for (let time = 0; time < 2; time++) expect(await change({})).toBeProblem(409, 'proof_required')

  expect(await service.store.db.select().from(mail)).toHaveLength(1)
  expect(await service.store.db.select().from(booking)).toMatchObject([
    { rooms: 4, revision: 1, proof: 'asked', status: 'confirmed' },
  ])
  await service.store.tx(async (tx) => void (await tx.db.update(booking).set({ proof: 'mail' })))
  expect((await change({})).body).toMatchObject({ rooms: 5, revision: 2 })
})

test('a mailbox that is proven has 20 rooms at a hotel, also where a booking of it grows (contract-access)', async () => {
  await using service = await startBounded()
  const carla = await signIn(service, 'guest', { name: 'carla' })
  await service.store.tx((tx) => noteProven(tx, carla.user))
  const own = { guest: { firstName: 'C', lastName: 'D', email: carla.user.email } }
  const take = (index: number, rooms: number) =>
    book(carla.call, { ...nightsFrom(index, 1), ...own, rooms, adults: rooms })
  for (const index of [0, 1, 2]) expect((await take(index, 5)).status).toBe(201)
  expect((await take(3, 3)).status).toBe(201)
  const { code } = (await take(4, 1)).body
  const grow = (rooms: number) =>
    carla.call('PATCH', `/v1/bookings/${code}`, { body: { rooms, adults: rooms } })

  expect((await grow(2)).body.rooms).toBe(2)
  expect(await grow(3)).toBeProblem(409, 'ask_the_hotel')
  expect(await take(5, 1)).toBeProblem(409, 'ask_the_hotel')
})

test('an account whose address was proven is proven for that address alone, and needs the link of no night (contract-access)', async () => {
  await using service = await startBounded({
    ...{ isMailing: true, rooms: [{ roomCode: 'DBL', totalRooms: 16 }] },
  })
  await setWeb(service, { webProof: 'always' })
  const carla = await signIn(service, 'guest', { name: 'carla' })
  const guest = (email: string) => ({ firstName: 'A', lastName: 'B', email })
  const own = { guest: guest(carla.user.email), adults: 1 }

  expect((await book(carla.call, own)).body).toMatchObject({ proof: 'asked' })
  await service.store.tx((tx) => noteProven(tx, carla.user))
  expect((await book(carla.call, own)).body).toMatchObject({ proof: 'mail', status: 'confirmed' })
  const other = await book(carla.call, { ...own, guest: guest('eve@example.com') })
  expect(other.body).toMatchObject({ proof: 'asked', status: 'pending' })
})
