import { expect } from 'bun:test'
import type { Command } from './allotment-commands.ts'
import { note, type World } from './allotment-world.ts'

// Acts of the hotel on allotments, counts and rooms in histories of allotments.

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** The hotel sets allotments. */
export async function set(
  { people, model }: World,
  { settings }: CommandOf<'set'>,
): Promise<undefined> {
  const updates = settings.map(({ agency, roomCode, from, days, ...values }) => ({
    ...{ agencyCode: agency, roomCode },
    ...{ dateFrom: model.date(from), dateTo: model.date(from + days - 1), ...values },
  }))
  if (updates.some(({ dateFrom }) => dateFrom < model.today)) return
  const answer = await people.hotel.call('PUT', '/v1/panel/allotments', { body: { updates } })
  const isEmpty = settings.some((each) => (each.rooms ?? each.releaseDays) === undefined)
  expect(answer.status, answer.text).toBe(isEmpty ? 422 : 200)
  if (isEmpty) return
  for (const { agency, roomCode, from, days, rooms, releaseDays } of settings)
    for (const cell of model.cellsOf({ roomCode, start: from, nights: days })) {
      const name = `${agency} ${cell}`
      const known = model.allotments.get(name) ?? { rooms: 0, releaseDays: 0 }
      model.allotments.set(name, {
        rooms: rooms ?? known.rooms,
        releaseDays: releaseDays ?? known.releaseDays,
      })
    }
  note('set')
}

/** The hotel's system counts a night anew, or its people add to the count. */
export async function count(world: World, each: CommandOf<'count' | 'countBy'>) {
  const { model, people, service } = world
  const date = model.date(each.night)
  const cell = `${each.roomCode} ${date}`
  if (date < model.today) return
  const place = { roomCode: each.roomCode, date }
  const isAdded = each.type === 'countBy'
  const update = { ...place, ...(isAdded ? { availableBy: each.by } : { available: each.rooms }) }
  const body = { updates: [update] }
  const answer = isAdded
    ? await people.hotel.call('PUT', '/v1/panel/availability', { body })
    : await service.alfa.call('PATCH', '/availability', { body })
  const isTaken = isAdded ? model.countBy(cell, each.by) : model.count(cell, each.rooms)
  expect(answer.status, answer.text).toBe(isTaken ? 200 : 422)
  note(each.type)
  return undefined
}

/** The hotel changes the number of rooms of DBL. */
export async function cap({ model, people }: World, { rooms }: CommandOf<'cap'>) {
  const body = { totalRooms: rooms, expected: { totalRooms: model.capacity.DBL } }
  const answer = await people.hotel.call('PATCH', '/v1/panel/rooms/DBL', { body })
  expect(answer.status, answer.text).toBe(200)
  model.cap(rooms)
  note('cap')
  return undefined
}
