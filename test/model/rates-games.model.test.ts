import { expect, test } from 'bun:test'
import { dateIn } from '../../src/domain/kernel/date.ts'
import { insertBoards } from '../../src/store/catalog/catalog.ts'
import { firstSeed, rounds } from '../support/rounds.ts'
import { NOW_MS, startService, TODAY } from '../support/service.ts'
import { createRandom } from '../support/sim/random.ts'
import { addAgency, signIn } from '../support/users.ts'
import { recordDiffers } from './rates-compare.ts'
import {
  begin,
  callAs,
  changeIt,
  forbiddenDiffers,
  type Mover,
  move,
  owedNow,
  type Play,
  randomChange,
  type Table,
} from './rates-game.ts'
import { hotelActs } from './rates-hotel-acts.ts'
import { addDay } from './rates-oracle.ts'
import { cancelPenalty, noShowPenalty, termsPenalty } from './rates-oracle-penalty.ts'
import { build } from './rates-service.ts'
import { randomHotel } from './rates-world.ts'

/** SEED=17 repeats the games of one hotel; GAMES=20000 plays that many. */
const { SEED, GAMES = String(rounds(300)) } = process.env
/** Games in one hotel, and hotels of one service. */
const OF_A_HOTEL = 20
const OF_A_SERVICE = 25
const HOTELS = SEED ? 1 : Math.ceil(Number(GAMES) / OF_A_HOTEL)
const FIRST = Number(SEED ?? firstSeed(HOTELS))
const NIGHTS = Array.from({ length: 22 }, (_, index) => addDay(TODAY, index))
const HOUR_MS = 3_600_000
/** One changes to summer time meanwhile; the last two are a day apart. */
const ZONES = ['Europe/Istanbul', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']

test(`in ${HOTELS * OF_A_HOTEL} games nobody who owes a penalty ends cheaper than by cancelling at once (contract-rates, penalties)`, async () => {
  const tally: Tally = {}
  for (let seed = FIRST; seed < FIRST + HOTELS; seed += OF_A_SERVICE) {
    await using service = await startService()
    await service.store.tx((tx) => insertBoards(tx, [{ code: 'HB', name: 'Half board' }]))
    const agency = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
    const admin = await signIn(service, 'admin')
    const end = Math.min(seed + OF_A_SERVICE, FIRST + HOTELS)
    for (let one = seed; one < end; one++) {
      const random = createRandom(one)
      service.clock.nowMs = NOW_MS
      const kind = { nights: NIGHTS, trouble: random.pick([0, 0.3, 1]), roomsMax: 60 }
      const model = randomHotel(random, kind)
      const built = await build(service, `h${one}`, model, random.pick(ZONES))
      for (let game = 0; game < OF_A_HOTEL; game++) {
        service.clock.nowMs = NOW_MS
        const trouble = await play({ service, built, random, agency, admin }, tally)
        if (trouble) throw new Error(`SEED=${one} (game ${game}): ${trouble}`)
      }
    }
  }
  if (SEED) return
  // Games in which nothing was owed, or nothing tried, would prove little.
  for (const name of [
    'owed',
    'changed',
    'terms_forbid_change',
    'cancelled',
    'sent_away',
    'no_show',
    'stayed',
  ])
    expect(tally[name] ?? 0, name).toBeGreaterThan((HOTELS * OF_A_HOTEL) / 50)
}, 3_600_000)

type Tally = Record<string, number>

/** One game. @returns what went otherwise than the contract has it */
async function play(table: Table, tally: Tally): Promise<string | undefined> {
  const { service, random } = table
  const { timezone } = table.built
  const today = (laterMs = 0) => dateIn(timezone, service.clock.nowMs + laterMs) as string
  const count = (name: string) => {
    tally[name] = (tally[name] ?? 0) + 1
  }
  const begun = await begin(table, addDay(TODAY, 1), 12)
  if (!begun) return undefined
  const playing: Play = begun
  // In some games the hotel has a hand in it: what is owed then begins anew.
  const isAlone = random.chance(0.65)
  let floor = 0
  // What the hotel asks of a guest who does not come: the nights begun are no part of it.
  let ofTerms = 0
  for (let step = 0; step < random.int(1, 5); step++) {
    const hours = random.pick([0, 0, 7, 24, 24, 48, 72])
    const last = addDay(playing.booking.checkout, -1)
    if (today(hours * HOUR_MS) <= last) service.clock.advance(hours * HOUR_MS)
    if (random.chance(0.4)) await hotelActs(table, today())
    const owed = await owedNow(playing, today())
    const faults = [
      owed.fault,
      (await owedNow(playing, today(), {})).fault,
      (await owedNow(playing, today(), { charge: true })).fault,
      random.chance(0.1) ? await forbiddenDiffers(playing) : undefined,
    ]
    if (faults.some(Boolean)) return faults.join('\n')
    floor = Math.max(floor, owed.cents)
    ofTerms = Math.max(ofTerms, Number(termsPenalty(playing.booking, today())))
    if (floor > 0) count('owed')
    const mover: Mover = isAlone ? 'owner' : random.pick(['owner', 'manager', 'override', 'admin'])
    const { answer, fault } = await changeIt(playing, randomChange(playing), mover, today())
    if (fault) return fault
    count(answer.status === 200 ? 'changed' : (answer.body.errors?.[0]?.code ?? answer.body.code))
    const then = await owedNow(playing, today())
    if (then.fault) return then.fault
    if (mover !== 'owner' && answer.status === 200) {
      floor = then.cents
      ofTerms = Number(termsPenalty(playing.booking, today()))
    }
    if (then.cents < floor) return `${then.cents} are owed after ${floor}`
    if (playing.booking.totalPriceCents < floor) return `the total is less than ${floor} owed`
  }
  const { ended, cents, fault } = await end(playing, today())
  if (fault) return fault
  count(ended)
  if (ended === 'sent_away') return undefined
  const least = ended === 'no_show' ? ofTerms : floor
  return cents < least ? `${ended} costs ${cents}, and ${least} were owed` : undefined
}

/** Ends a game: the guest stays, cancels or does not come, or the hotel cancels. */
async function end(playing: Play, today: string) {
  const { booking, code, random, built } = playing
  const ends = [
    'stayed',
    'cancelled',
    'sent_away',
    ...(today >= booking.checkin ? ['no_show'] : []),
  ]
  const ended = random.pick(ends)
  if (ended === 'stayed') return { ended, cents: booking.totalPriceCents, fault: undefined }
  const isNoShow = ended === 'no_show'
  const charge = random.chance(0.5)
  const isByGuest = ended === 'cancelled'
  const by = isByGuest ? { side: 'guest' as const } : { side: 'house' as const, charge }
  const expected = Number(
    isNoShow ? noShowPenalty(booking, today) : cancelPenalty(booking, { today, ...by }),
  )
  const { call, who } = await callAs(playing, isByGuest ? 'owner' : 'manager')
  const path = isNoShow
    ? `/v1/panel/bookings/${code}/no-show?hotel=${built.slug}`
    : `/v1/bookings/${code}/cancel`
  const more = ended === 'sent_away' ? { charge } : {}
  const send = (body: object) => call('POST', path, { body: { ...who, ...more, ...body } })
  if (!isNoShow) {
    const other = await send({ expectedPenaltyCents: expected + 1 })
    const { code: refusal, penaltyCents } = other.body
    if (refusal !== 'penalty_changed' || penaltyCents !== expected)
      return { ended, cents: 0, fault: `another penalty expected is answered ${other.text}` }
  }
  const answer = await send(isNoShow ? { force: true } : { expectedPenaltyCents: expected })
  const { status, penaltyCents: cents } = answer.body
  if (cents !== expected || status !== (isNoShow ? 'no_show' : 'cancelled')) {
    const fault = `${ended} on ${today} is ${answer.text}, the oracle has ${expected}`
    return { ended, cents: 0, fault }
  }
  move(built.model, booking, 1, isNoShow && today === booking.checkin ? addDay(today, 1) : today)
  // Until the check-out.
  const isBack = today < booking.checkout && random.chance(0.3)
  return { ended, cents, fault: isBack ? await reinstate(playing, today) : undefined }
}

/** Reinstates what has ended: at its price, on its terms, without a penalty. @returns what differs */
async function reinstate(playing: Play, today: string): Promise<string | undefined> {
  const { booking, code, built } = playing
  const { call } = await callAs(playing, 'manager')
  const path = `/v1/panel/bookings/${code}/reinstate?hotel=${built.slug}`
  const { status, text, body } = await call('POST', path, { body: {} })
  if (status !== 200) return `reinstating on ${today} is answered ${text}`
  // The night that a no-show kept, and those that have passed, are still taken.
  const { days } = built.model.rooms.find(({ roomCode }) => roomCode === booking.roomCode)!
  const { body: pulled } = await call(
    'GET',
    `/v1/panel/availability?hotel=${built.slug}&from=${booking.checkin}&to=${addDay(booking.checkout, -1)}&roomCode=${booking.roomCode}`,
  )
  for (const { date, available } of pulled.rooms[0].days) days.get(date)!.available = available
  return recordDiffers(body, booking, built.model)
}
