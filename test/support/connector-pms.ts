import type { Booking } from '../../src/client/call.ts'
import { addDay } from './bookings.ts'
import { nightAt, pick, ROOM_CODES } from './connector-guests.ts'

/** One call in so many is not done, and one in so many is done and not told so. */
const FAILS_IN = 25

/** A hotel's own system, as the connector of the tests sees it. */
export type HotelSystem = ReturnType<typeof startHotelSystem>

/** Starts a system with rooms of each type: what it has kept, and what its desk has sold and wants. */
export function startHotelSystem(rooms: Record<string, number>) {
  const kept = new Map<string, Booking>()
  const sold = new Map<string, number>()
  const prices = new Map<string, number>()
  let calls = 0

  function keep({ booking, group }: { booking: Booking; group: Booking[] }): Response {
    const turn = ++calls % FAILS_IN
    if (turn === 1) return new Response(null, { status: 503 })
    const places = group.map((each) => each.group?.position ?? 0)
    const isInOrder = places.every((place, at) => at === 0 || place > places[at - 1]!)
    if (booking.group && !(isInOrder && group.some(({ code }) => code === booking.code)))
      return new Response('the group is not whole, or out of order', { status: 400 })
    kept.set(booking.code, booking)
    if (turn === 2) return new Response(null, { status: 502 })
    return Response.json({ externalId: `PMS-${booking.code}` })
  }

  /** Rooms left by its own view: its sales and what it has kept are off. */
  function wanted({ from, to }: { from: string; to: string }) {
    const taken = new Map(sold)
    for (const { status, roomCode, rooms, nightly } of kept.values())
      if (status === 'pending' || status === 'confirmed')
        for (const { date } of nightly) {
          const cell = `${roomCode} ${date}`
          taken.set(cell, (taken.get(cell) ?? 0) + rooms)
        }
    const days = []
    for (const [roomCode, all] of Object.entries(rooms))
      for (let date = from; date <= to; date = addDay(date, 1)) {
        const cell = `${roomCode} ${date}`
        const available = Math.max(0, all - (taken.get(cell) ?? 0))
        days.push({
          roomCode,
          date,
          available,
          priceCents: prices.get(cell) ?? 9_000,
          closed: false,
        })
      }
    return days
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/keep': async (request) => keep(await request.json()),
      '/drop': async (request) => {
        kept.delete((await request.json()).code)
        return Response.json({})
      },
      '/wanted': async (request) => Response.json(wanted(await request.json())),
    },
  })
  return {
    url: server.url.href,
    ...{ rooms, kept, sold, prices },
    stop: () => server.stop(true),
  }
}

/** The hotel's desk, which works in its own system: sells and gives back rooms, and sets prices. */
export function openDesk({ sold, prices }: HotelSystem, pauseMs: number) {
  let acts = 0
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const cell = `${pick(ROOM_CODES)} ${nightAt()}`
      const before = sold.get(cell) ?? 0
      if (Math.random() < 0.5) prices.set(cell, 9_000 + Math.floor(Math.random() * 2_000))
      else sold.set(cell, Math.max(0, Math.min(4, before + pick([1, 1, -1]))))
      acts++
      await Bun.sleep(Math.random() * pauseMs * 2)
    }
  })()
  return {
    acts: () => acts,
    async stop() {
      isOver = true
      await running
    },
  }
}
