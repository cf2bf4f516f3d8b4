import { type Night, nameOf, type Scene } from './oversold.ts'
import { runOut, sellUnderCarefulClient } from './oversold-course.ts'

/** Nights that each case is played on. */
const ROUNDS = 20
/** Case F sells room by room at the pace of a good day, which takes its time. */
const CAREFUL_ROUNDS = 6
const CAREFUL_ROOMS = 10

/** A way in which a hotel's system comes to say a count that is no longer true. */
export type Case = {
  name: string
  story: string
  totalRooms: number
  overbookingRooms?: number
  nights?: number
  /** Rooms of each night that are still to be had after the story, the hotel's own sales taken off. */
  right: number
  /** Rooms of each night that the hotel sells at its desk. */
  desk?: number
  play: (nights: Night[], scene: Scene) => Promise<void>
}

/** What a case came to, in rooms over all its nights. */
export type Outcome = {
  /** Rooms of live bookings above what the room type has to sell. */
  oversold: number
  /** The same with what the hotel sold at its desk. */
  oversoldWithDesk: number
  /** Rooms that could have been sold and were not on sale. */
  tooLow: number
}

const onEach = (play: (night: Night) => Promise<void>) => async (nights: Night[]) => {
  await Promise.all(nights.map(play))
}

/** Cases A to H of the integrator's review. */
export const CASES: Case[] = [
  {
    name: 'A',
    story: 'a count read before two bookings comes after them, less one room sold at the desk',
    totalRooms: 6,
    right: 1,
    desk: 1,
    play: onEach(async (night) => {
      const known = await night.read()
      await night.book(2)
      await night.book(2)
      await night.push(known - 1)
    }),
  },
  {
    name: 'B',
    story: 'a push of a price repeats the count read before two bookings',
    totalRooms: 6,
    right: 2,
    play: onEach(async (night) => {
      const known = await night.read()
      await night.book(2)
      await night.book(2)
      await night.push(known, 11_000)
    }),
  },
  {
    name: 'C',
    story: 'a push of a price repeats the count read before one booking',
    totalRooms: 6,
    right: 4,
    play: onEach(async (night) => {
      const known = await night.read()
      await night.book(2)
      await night.push(known, 11_000)
    }),
  },
  {
    name: 'D',
    story: 'a push of a price repeats the count read before a cancellation',
    totalRooms: 6,
    right: 6,
    play: onEach(async (night) => {
      const code = await night.book(2)
      const known = await night.read()
      await night.cancel(code!)
      await night.push(known, 11_000)
    }),
  },
  {
    name: 'E',
    story: 'all rooms of the house are pushed after four were sold here',
    totalRooms: 24,
    right: 20,
    play: onEach(async (night) => {
      await night.book(4)
      await night.push(24)
    }),
  },
  {
    name: 'F',
    story: 'a client reads the feed to its end 20 ms before each push while guests book',
    totalRooms: CAREFUL_ROOMS,
    nights: CAREFUL_ROUNDS,
    right: 0,
    play: (nights, scene) => sellUnderCarefulClient(nights, scene, CAREFUL_ROOMS),
  },
  {
    name: 'G',
    story: 'a hold of all rooms, which a client of pulls and webhooks is not told of, and its push',
    totalRooms: 2,
    right: 0,
    play: onEach(async (night) => {
      const code = await night.book(2, true)
      await night.push(2)
      await night.book(2)
      await night.confirm(code!)
    }),
  },
  {
    name: 'G2',
    story: 'a hold of all rooms that is let go after a push and another booking',
    totalRooms: 2,
    right: 2,
    play: onEach(async (night) => {
      const code = await night.book(2, true)
      await night.push(2)
      await night.book(2)
      await night.cancel(code!)
    }),
  },
  {
    name: 'G2 in time',
    story: 'a hold of all rooms that runs out after a push and another booking',
    totalRooms: 2,
    right: 2,
    async play(nights, scene) {
      await onEach(async (night) => {
        await night.book(2, true)
        await night.push(2)
        await night.book(2)
      })(nights)
      await runOut(scene)
    },
  },
  {
    name: 'G3',
    story: 'a booking of all rooms that is cancelled after a stale push and another booking',
    totalRooms: 2,
    right: 2,
    play: onEach(async (night) => {
      const known = await night.read()
      const code = await night.book(2)
      await night.push(known)
      await night.book(2)
      await night.cancel(code!)
    }),
  },
  {
    name: 'H',
    story: 'a push whose answer was lost is repeated after three rooms were sold',
    totalRooms: 5,
    right: 2,
    play: onEach(async (night) => {
      await night.push(5)
      await night.book(3)
      await night.push(5)
    }),
  },
]

/** E again in a house that sells two rooms more than it has. */
export const OVERBOOKED: Case = {
  name: 'E overbooked',
  story: 'all rooms and two more are pushed after four were sold here',
  totalRooms: 24,
  overbookingRooms: 2,
  right: 22,
  play: onEach(async (night) => {
    await night.book(4)
    await night.push(26)
  }),
}

/** Plays a case on nights of its own, sells every room still offered, and counts what was sold. */
export async function playCase(scene: Scene, one: Case): Promise<Outcome> {
  const { name, totalRooms, overbookingRooms = 0, nights: rounds = ROUNDS, right, desk = 0 } = one
  const rooms = { totalRooms, ...(overbookingRooms > 0 && { overbookingRooms }) }
  const nights = await scene.open(name.replaceAll(' ', '-'), rooms, rounds)
  await one.play(nights, scene)
  const more = await Promise.all(nights.map(sellOut))
  const live = await scene.live()
  const outcome = { oversold: 0, oversoldWithDesk: 0, tooLow: 0 }
  for (const [index, night] of nights.entries()) {
    const above = (live.get(nameOf(night)) ?? 0) - totalRooms - overbookingRooms
    outcome.oversold += Math.max(0, above)
    outcome.oversoldWithDesk += Math.max(0, above + desk)
    outcome.tooLow += Math.max(0, right - more[index]!)
  }
  return outcome
}

/** @returns how many rooms were still offered */
async function sellOut(night: Night): Promise<number> {
  let sold = 0
  for (const rooms of [4, 1]) while (await night.book(rooms)) sold += rooms
  return sold
}
