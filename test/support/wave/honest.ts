import type { WebProof } from '../../../src/domain/strangers/strangers.ts'
import { expireHolds } from '../../../src/service/bookings/booking-passes.ts'
import { insertCity, insertHotel, insertRoomType } from '../../../src/store/catalog/catalog.ts'
import { upsertDays } from '../../../src/store/days/availability.ts'
import { addDay } from '../bookings.ts'
import { hotelRow } from '../catalog.ts'
import { press } from '../press.ts'
import { room, startService, type TestRoom, type TestService } from '../service.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { addSite } from '../sites.ts'
import { change } from '../store.ts'

/** A day on which honest people book. */
export type HonestDay = {
  rooms: 8 | 60
  hotels: number
  webProof: WebProof
  hasMail: boolean
  /** The portal names the visitor that it books for. */
  hasVisitor?: boolean
  isBrakeLifted?: boolean
  /** How long they take to come, one after another; from eight to ten in the evening unless it is said. */
  minutes?: number
  people: (random: Random) => Person[]
}

/** Somebody who books a room for two nights. */
type Person = {
  kind: string
  address: string
  mailbox: string
  /** Which of the hotels and of the dates, unless it is chance. */
  hotel?: number
  date?: number
  hold?: boolean
  bySite?: boolean
}

/** What came of a day: bookings, those that had to be proven first, and refusals by their code. */
export type HonestFigures = { made: number; asked: number; refused: Record<string, number> }

const FIRST = '2027-04-01'
const DATES = 10
const NIGHTS = 2
const MINUTE_MS = 60_000
const OPEN_MINUTES = 14 * 60

const ROOMS: Record<HonestDay['rooms'], (TestRoom & { totalRooms: number })[]> = {
  8: [
    { roomCode: 'DBL', totalRooms: 6 },
    { roomCode: 'SGL', totalRooms: 2 },
  ],
  60: [
    { roomCode: 'DBL', totalRooms: 45 },
    { roomCode: 'SGL', totalRooms: 15 },
  ],
}

/** The people of an ordinary day: a portal, colleagues, a mobile operator, a family, and those who think it over. */
export function ordinaryPeople(random: Random): Person[] {
  const many = (count: number, person: (index: number) => Person) =>
    Array.from({ length: count }, (_, index) => person(index))
  const own = (kind: string, index: number) => ({
    kind,
    mailbox: `${kind}-${index}@people.example`,
  })
  return [
    ...many(150, (index) => ({
      ...{ ...own('portal', index), bySite: true },
      address: `81.${index >> 4}.${index}.7`,
    })),
    ...many(40, (index) => ({ ...own('colleague', index), address: '198.51.100.40' })),
    ...many(300, (index) => ({ ...own('mobile', index), address: '203.0.113.99' })),
    ...many(3, () => ({ ...own('family', 0), address: '192.0.2.1', hotel: 0 })),
    ...many(24, (index) => ({
      ...own('hesitant', index),
      address: `90.1.${index}.2`,
      hotel: index,
    })).flatMap((person) => [
      { ...person, hold: true },
      { ...person, hold: true },
    ]),
  ].toSorted(() => random.next() - 0.5)
}

/** Colleagues who all sleep at one hotel on the same nights. */
export const conference = (): Person[] =>
  Array.from({ length: 40 }, (_, index) => ({
    ...{ kind: 'colleague', mailbox: `colleague-${index}@people.example`, hotel: 0, date: 0 },
    address: '198.51.100.40',
  }))

/** So many people who want one hotel, each from a network of their own. */
export const saleOf = (people: number) => (): Person[] =>
  Array.from({ length: people }, (_, index) => ({
    ...{ kind: 'sale', mailbox: `sale-${index}@people.example`, address: `81.2.${index}.7` },
    hotel: 0,
  }))

/** Plays a day through the real service. */
export async function playHonest(day: HonestDay, seed = 1): Promise<HonestFigures> {
  await using service = await openHotels(day)
  const random = createRandom(seed)
  const site = await addSite(service)
  const people = day.people(random)
  const figures: HonestFigures = { made: 0, asked: 0, refused: {} }
  const toPress: { code: string; atMs: number }[] = []
  const startMs = service.clock.nowMs
  for (const [index, person] of people.entries()) {
    const atMs =
      startMs + Math.floor((index / people.length) * (day.minutes ?? OPEN_MINUTES) * MINUTE_MS)
    await pressDue(service, figures, toPress, atMs)
    service.clock.advance(Math.max(0, atMs - service.clock.nowMs))
    await expireHolds(service.deps)
    const checkin = addDay(FIRST, person.date ?? random.int(0, DATES - 1))
    const body = {
      hotelSlug: slugOf(person.hotel ?? random.int(0, day.hotels - 1)),
      roomCode: random.chance(0.75) ? 'DBL' : 'SGL',
      ...{ checkin, checkout: addDay(checkin, NIGHTS), adults: 1, hold: person.hold ?? false },
      guest: { firstName: 'A', lastName: 'B', email: person.mailbox },
    }
    const isByPortal = person.bySite === true
    const call = isByPortal
      ? site.for(day.hasVisitor === false ? undefined : person.address)
      : service.call
    const headers = { 'x-forwarded-for': isByPortal ? '198.51.100.200' : person.address }
    const answer = await call('POST', '/v1/bookings', { body, headers })
    if (answer.status !== 201) {
      refuse(figures, `${person.kind} ${answer.body.code}`)
      continue
    }
    figures.made++
    if (answer.body.proof !== 'asked') continue
    figures.asked++
    toPress.push({ code: answer.body.code, atMs: atMs + random.int(1, 20) * MINUTE_MS })
  }
  await pressDue(service, figures, toPress, Number.POSITIVE_INFINITY)
  return figures
}

/** Guests press the link of each mail that has arrived. */
async function pressDue(
  service: TestService,
  figures: HonestFigures,
  toPress: { code: string; atMs: number }[],
  untilMs: number,
): Promise<void> {
  const due = toPress.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)
  for (const each of due) {
    toPress.splice(toPress.indexOf(each), 1)
    service.clock.advance(Math.max(0, each.atMs - service.clock.nowMs))
    const { status, body } = await press(service, each.code)
    if (status !== 200) refuse(figures, `link ${body.code}`)
  }
}

function refuse({ refused }: HonestFigures, why: string): void {
  refused[why] = (refused[why] ?? 0) + 1
}

const slugOf = (index: number) => `house-${index}`

async function openHotels(day: HonestDay): Promise<TestService> {
  const service = await startService({
    ...{ trustedProxies: 1, world: { strangerLimits: 'all', isMailing: day.hasMail } },
  })
  const { store, clock } = service
  const webBrakeLiftedUntilMs = day.isBrakeLifted ? clock.nowMs + OPEN_MINUTES * MINUTE_MS : null
  const web = { webMaxRooms: 5, webMaxNights: 30, webProof: day.webProof, webBrakeLiftedUntilMs }
  await store.tx(async (tx) => {
    const cityId = await insertCity(tx, { slug: 'houses', name: 'Houses', country: 'TR' })
    for (let index = 0; index < day.hotels; index++) {
      const given = { cityId, slug: slugOf(index), createdAtMs: clock.nowMs }
      const hotelId = await insertHotel(tx, { ...hotelRow(given), ...web })
      for (const type of ROOMS[day.rooms]) {
        await insertRoomType(tx, hotelId, room(type))
        const nights = Array.from({ length: DATES + NIGHTS }, (_, night) => addDay(FIRST, night))
        const days = nights.map((date) =>
          change(type.roomCode, date, { available: type.totalRooms }),
        )
        await upsertDays(tx, hotelId, days)
      }
    }
  })
  return service
}
