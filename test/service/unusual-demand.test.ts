import { expect, test } from 'bun:test'
import { workerLoops } from '../../src/server/passes.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { noteBrakeRefusals } from '../../src/service/strangers/demand-watch.ts'
import { book, sell } from '../support/bookings.ts'
import { demandWatch, forgetTaken, takeWave } from '../support/demand.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { askMetrics } from '../support/metrics.ts'
import { count, DAY_MS, prune, run } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// `contract-access`, *What strangers may take*: Brake, The alarm.

const HOUR_MS = 60 * 60 * 1_000
/** So few rooms that 30 room-nights in a day are half of what the brake lets pass. */
const ROOMS = [{ roomCode: 'DBL', totalRooms: 8 }]
const OWNERS = ['owner@example.com', 'second@example.com']

/** A service whose strangers have bounds, with a mail server; Alfa has two owners and others. */
async function startWatched() {
  const service = await startMailing({ rooms: ROOMS, world: { strangerLimits: 'all' } })
  await sell(service, { available: 8 })
  await sell({ ...service, alfa: service.bravo }, { available: 8 })
  const { alfa, bravo } = service
  const owner = await signIn(service, 'hotel_manager', { name: 'owner', hotelIds: [alfa.id] })
  await signIn(service, 'hotel_manager', {
    ...{ name: 'second', language: 'tr' },
    memberships: [{ hotelId: alfa.id, role: 'owner' }],
  })
  await signIn(service, 'hotel_manager', {
    ...{ name: 'desk', memberships: [{ hotelId: alfa.id, role: 'front_desk' }] },
  })
  await signIn(service, 'hotel_manager', {
    ...{ name: 'gone', status: 'blocked' },
    memberships: [{ hotelId: alfa.id, role: 'owner' }],
  })
  await signIn(service, 'hotel_manager', { name: 'next-door', hotelIds: [bravo.id] })
  const alarmOf = async () => (await owner.call('GET', '/v1/panel/dashboard')).body.unusualDemand
  return { service, owner, alarmOf, ...demandWatch(service) }
}

/** Whom the mails about the alarm are to. */
const mailedTo = async (service: TestService) =>
  (await mailsOf(service)).flatMap(({ kind, recipient }) =>
    kind === 'unusual_demand' ? [recipient] : [],
  )

test('the alarm begins with half of what the brake lets pass in a day, and is told once an hour', async () => {
  const { service, said, pass, alarmOf } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 1, roomNights: 29 })
  await pass()
  expect(said).toEqual([])
  expect(await alarmOf()).toBeNull()

  await takeWave(service, { bookings: 1, roomNights: 1 })
  await pass()
  await pass()
  expect(said).toEqual([
    {
      ...{ event: 'unusual_demand', hotel: 'alfa', reached: 'half', usualDayRoomNights: null },
      ...{ dayRoomNights: 30, dayMax: 60, weekRoomNights: 30, weekMax: 80 },
      brakeLiftedUntil: null,
    },
  ])
  expect(await alarmOf()).toMatchObject({ level: 'half', dayRoomNights: 30, mailStuck: false })

  service.clock.advance(HOUR_MS)
  await pass()
  expect(said).toHaveLength(2)
})

test('strangers who book raise it, whom the brake refuses raise it again, and the desk ends it by ending what they took', async () => {
  await using service = await startService({
    ...{ rooms: ROOMS, trustedProxies: 1 },
    world: { strangerLimits: 'all' },
  })
  await sell(service, { available: 8 })
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const { said, pass } = demandWatch(service)
  const bookOne = (index: number) =>
    book(
      service.call,
      {
        ...{ checkin: '2027-04-01', checkout: '2027-04-11', adults: 1 },
        guest: { firstName: 'A', lastName: 'Stranger', email: `a${index}@example.com` },
      },
      { 'x-forwarded-for': `198.51.${index}.7` },
    )
  const codes: string[] = []
  for (let index = 0; index < 6; index++) {
    codes.push((await bookOne(index)).body.code)
    await pass()
  }
  expect(said.map(({ reached, dayRoomNights }) => [reached, dayRoomNights])).toEqual([
    ['half', 30],
    ['whole', 60],
  ])
  expect(await bookOne(7)).toBeProblem(409, 'ask_the_hotel')
  expect([...service.context.brakeRefusals]).toEqual([service.alfa.id])

  const alarmOf = async () => (await call('GET', '/v1/panel/dashboard')).body.unusualDemand
  expect((await alarmOf()).wave.unproven.codes).toEqual(codes.toReversed())
  const ended = await call('POST', '/v1/panel/bookings/cancel', {
    body: { codes, reason: 'A wave' },
  })
  expect(ended.body).toMatchObject({ cancelled: 6, refused: 0 })
  expect(await alarmOf()).toBeNull()
  expect((await bookOne(7)).status).toBe(201)
})

test('the worker looks often enough that no alarm is later than a minute', async () => {
  await using service = await startService()
  const loops = workerLoops(service.context, async (_worker, pass) => await pass())
  expect(loops.find(({ name }) => name === 'unusual_demand')!.everyMs).toBeLessThanOrEqual(30_000)
})

test('the alarm is told again in its hour when the whole is taken, or something was refused', async () => {
  const { service, said, pass, alarmOf } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 20 })
  await pass()
  service.context.brakeRefusals.add(service.alfa.id)
  await noteBrakeRefusals(service.context)
  expect(service.context.brakeRefusals.size).toBe(0)
  await pass()
  await pass()
  expect(said.map(({ reached }) => reached)).toEqual(['half', 'whole'])
  expect(await alarmOf()).toMatchObject({ level: 'whole', dayRoomNights: 40 })

  service.clock.advance(HOUR_MS)
  await pass()
  await takeWave(service, { bookings: 1, roomNights: 20 })
  await pass()
  expect(said.map(({ reached }) => reached)).toEqual(['half', 'whole', 'half', 'whole'])
})

test('another process than the worker mails nobody of what its brake refuses', async () => {
  const { service, pass } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 20 })
  service.context.brakeRefusals.add(service.alfa.id)
  await noteBrakeRefusals(service.context)
  expect(await mailedTo(service)).toEqual([])
  await pass()
  expect(await mailedTo(service)).toEqual(OWNERS)
})

test('a refusal where little was taken raises no alarm', async () => {
  const { service, said, pass, alarmOf } = await startWatched()
  await using _ = service
  service.context.brakeRefusals.add(service.alfa.id)
  await noteBrakeRefusals(service.context)
  await pass()
  expect(said).toEqual([])
  expect(await alarmOf()).toBeNull()
  expect(await count(service, 'stranger_hour')).toBe(0)
})

test('ending the wave ends the alarm on Today at once, and the worker’s with its next pass', async () => {
  const { service, said, pass, alarmOf } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 30 })
  await pass()
  await forgetTaken(service)
  expect(await alarmOf()).toBeNull()

  await pass()
  expect(await count(service, "stranger_hour where level = 'none'")).toBe(1)
  service.clock.advance(HOUR_MS)
  await pass()
  expect(said).toHaveLength(1)
  expect(await count(service, 'stranger_hour')).toBe(1)
})

test('a slow wave is seen by the week, and its bookings are those of the week', async () => {
  const { service, pass, alarmOf } = await startWatched()
  await using _ = service
  const codes = []
  for (const days of [5, 4, 3])
    codes.push(...(await takeWave(service, { bookings: 1, roomNights: 14, agoMs: days * DAY_MS })))
  await pass()
  expect(await alarmOf()).toMatchObject({
    ...{ level: 'half', dayRoomNights: 0, weekRoomNights: 42 },
    wave: { days: 7, unproven: { codes: codes.toReversed(), roomNights: 42 }, more: false },
  })
  service.clock.advance(3 * DAY_MS)
  await pass()
  expect(await count(service, "stranger_hour where level = 'none'")).toBe(1)
})

test('the wave is what nobody has proven and what was proven by mail, not who has stayed before', async () => {
  const { service, alarmOf } = await startWatched()
  await using _ = service
  const old = await takeWave(service, { bookings: 1, roomNights: 10, agoMs: 3 * DAY_MS })
  const none = await takeWave(service, { bookings: 2, roomNights: 10 })
  const mail = await takeWave(service, { bookings: 1, roomNights: 10, proof: 'mail' })
  const stay = await takeWave(service, { bookings: 1, roomNights: 10, proof: 'hotel' })
  const { wave, dayRoomNights } = await alarmOf()
  expect(dayRoomNights).toBe(40)
  expect(wave).toEqual({
    days: 2,
    unproven: { codes: none.toReversed(), roomNights: 20 },
    provenByMail: { codes: mail, roomNights: 10 },
    more: false,
  })
  expect([...wave.unproven.codes, ...wave.provenByMail.codes]).not.toContain([...old, ...stay])
})

test('a usual day of a hotel that is a week old is the mean of the four weeks before the last, which no wave of that raises', async () => {
  const { service, alarmOf } = await startWatched()
  await using _ = service
  await run(service, `update hotel set created_at_ms = ${service.clock.nowMs - 7 * DAY_MS}`)
  await takeWave(service, { bookings: 1, roomNights: 400, agoMs: 36 * DAY_MS })
  await takeWave(service, { bookings: 1, roomNights: 868, agoMs: 20 * DAY_MS })
  await takeWave(service, { bookings: 1, roomNights: 77 })
  // 868 / 28 is 31: five of them are 155, of which 77 are less than half.
  expect(await alarmOf()).toBeNull()
  await takeWave(service, { bookings: 1, roomNights: 10 })
  expect(await alarmOf()).toMatchObject({ usualDayRoomNights: 31, dayMax: 155, weekMax: 434 })
})

test('owners are mailed, in their languages, and nobody else; at most every 6 hours, and then of what is new', async () => {
  const { service, pass } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 20 })
  await pass()
  expect(await mailedTo(service)).toEqual(OWNERS)

  service.clock.advance(6 * HOUR_MS - 1)
  await takeWave(service, { bookings: 1, roomNights: 5 })
  await pass()
  expect(await mailedTo(service)).toHaveLength(2)

  service.clock.advance(1)
  await pass()
  expect(await mailedTo(service)).toEqual([...OWNERS, ...OWNERS])
  service.clock.advance(7 * HOUR_MS)
  await pass()
  expect(await mailedTo(service)).toHaveLength(4)

  const server = scriptAnswers()
  await postman(service, server).work()
  const letters = server.letters.filter(({ to }) => OWNERS.includes(to.address))
  expect(letters).toHaveLength(4)
  expect(letters[0]!.text).toContain('In the last 24 hours: 45 room nights')
  expect(letters[0]!.text).toContain('#/alfa/today')
  expect(letters[1]!.text).toContain('Son 24 saatte: 45 oda gecesi')
})

test('a mail about an alarm that has ended is dropped', async () => {
  const { service, pass } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 20 })
  await pass()
  await forgetTaken(service)
  await pass()
  const server = scriptAnswers()
  await postman(service, server).work()
  expect(server.letters.filter(({ to }) => OWNERS.includes(to.address))).toEqual([])
  const alarms = (await mailsOf(service)).filter(({ kind }) => kind === 'unusual_demand')
  expect(alarms).toMatchObject([{ state: 'dropped' }, { state: 'dropped' }])
})

test('while an owner has lifted the brake the alarm says so and mails nobody', async () => {
  const { service, said, pass, alarmOf } = await startWatched()
  await using _ = service
  const untilMs = service.clock.nowMs + DAY_MS
  const owner = { type: 'user', id: 'an owner' } as const
  await changeHotel(service.deps, owner, 'alfa', { webBrakeLiftedUntilMs: untilMs })
  await takeWave(service, { bookings: 2, roomNights: 20 })
  await pass()
  const brakeLiftedUntil = new Date(untilMs).toISOString()
  expect(said).toMatchObject([{ reached: 'half', brakeLiftedUntil }])
  expect(await mailedTo(service)).toEqual([])
  expect(await alarmOf()).toMatchObject({ brakeLiftedUntil })
})

test('while the mail server takes no mails the alarm says that nobody can be asked for proof', async () => {
  const { service, said, pass, alarmOf } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 20 })
  service.context.mailHealth.note(true)
  await pass()
  expect(said).toMatchObject([{ hint: 'mails wait: guests cannot be asked for proof' }])
  expect(await alarmOf()).toMatchObject({ mailStuck: true })
  expect(await count(service, 'stranger_hour where is_mail_stuck')).toBe(1)
})

test('Bravo has no alarm of what was taken at Alfa', async () => {
  const { service, said, pass } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 20 })
  await pass()
  const other = await signIn(service, 'hotel_manager', {
    ...{ name: 'bravo-owner', hotelIds: [service.bravo.id] },
  })
  expect((await other.call('GET', '/v1/panel/dashboard')).body.unusualDemand).toBeNull()
  expect(said.map(({ hotel }) => hotel)).toEqual(['alfa'])
})

test('where strangers have no bounds there is no alarm', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service, { available: 8 })
  await takeWave(service, { bookings: 2, roomNights: 40 })
  const { said, pass } = demandWatch(service)
  await pass()
  expect(said).toEqual([])
})

test('hours are kept for 60 days, and the metrics count alarms that stand', async () => {
  const { service, pass } = await startWatched()
  await using _ = service
  await takeWave(service, { bookings: 2, roomNights: 20 })
  await pass()
  const metric = async () =>
    /^roomwire_hotels_in_unusual_demand (\d)$/m.exec((await askMetrics(service.call)).text)![1]
  expect(await metric()).toBe('1')
  await forgetTaken(service)
  await pass()
  expect(await metric()).toBe('0')
  service.clock.advance(60 * DAY_MS)
  await prune(service)
  expect(await count(service, 'stranger_hour')).toBe(1)
  service.clock.advance(HOUR_MS)
  await prune(service)
  expect(await count(service, 'stranger_hour')).toBe(0)
})
