import { expect } from 'bun:test'
import { addDay } from './bookings.ts'
import { type Command, capacityOf, type GroupModel, NIGHTS, type Seen } from './group-model.ts'
import type { TestService } from './service.ts'
import type { TestUser } from './users.ts'

/** A hotel, its manager, and what the model says of it. */
export type World = { service: TestService; manager: TestUser; model: GroupModel }

/** How often each kind of act was done: a model that is refused everything proves nothing. */
export const done = new Map<string, number>()
export const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)

/** Pushes counts as an honest system sends them that knows what it has read of the feed, and no other channel. */
export async function push(
  { service, model }: World,
  { pick, holds }: Extract<Command, { type: 'push' }>,
): Promise<void> {
  const seen = model.seen[pick % Math.max(1, model.seen.length)]
  if (!seen) return
  const updates = [...seen.counts].map(([cell, { confirmed, pending }]) => {
    const [roomCode, date] = cell.split(' ')
    const known = confirmed + (holds === 'counted' ? pending : 0)
    return { roomCode, date, available: capacityOf(cell) - known }
  })
  const body = { updates, seenThrough: seen.cursor, holds }
  const answer = await service.alfa.call('PATCH', '/availability', { body })
  expect(answer.status, answer.text).toBe(200)
  note(holds)
  await judgeCounts({ service, model }, seen)
}

/** No count offers a room that is sold, and one that missed no release offers every other. */
async function judgeCounts(world: Pick<World, 'service' | 'model'>, seen: Seen): Promise<void> {
  const { model } = world
  const isNewest = model.seen.at(-1) === seen
  for (const [cell, available] of await readCells(world)) {
    const { confirmed, pending } = model.roomsOn(cell)
    const free = capacityOf(cell) - confirmed - pending
    expect(available, cell).toBeLessThanOrEqual(free)
    if (isNewest && !seen.released.get(cell)) expect(available, cell).toBe(free)
    model.available.set(cell, available)
  }
  const { day } = world.service.store.t
  for (const row of await world.service.store.db.select().from(day))
    model.shortfall.set(`${row.roomCode} ${row.date}`, row.shortfall)
}

/** The rooms left of each cell, as the hotel's system pulls them. */
export async function readCells({ service, model }: Pick<World, 'service' | 'model'>) {
  const cells = [...model.available.keys()]
  const from = cells[0]!.slice(4)
  const to = addDay(from, NIGHTS - 1)
  const { body } = await service.alfa.call('GET', `/availability?from=${from}&to=${to}`)
  const left = body.rooms.flatMap((room: any) =>
    room.days.map((day: any) => [`${room.roomCode} ${day.date}`, day.available]),
  )
  return (left as [string, number][]).filter(([cell]) => model.available.has(cell))
}
