import type { TestUser } from './users.ts'

const PATH = '/v1/panel/room-numbers'

/** Reads the rooms of a hotel by number; with a code, who has each on the nights of that booking. */
export const readRooms = async ({ call }: TestUser, code?: string) =>
  (await call('GET', code ? `${PATH}?booking=${code}` : PATH)).body

/** Replaces the rooms of a hotel: numbers of DBL, unless said otherwise. */
export const listRooms = async (
  { call }: TestUser,
  rooms: (string | { number: string; roomCode?: string; floor?: string; active?: boolean })[],
  revision = 0,
) => {
  const items = rooms.map((room) => ({
    roomCode: 'DBL',
    ...(typeof room === 'string' ? { number: room } : room),
  }))
  return await call('PUT', PATH, { body: { revision, items } })
}

/** Assigns free rooms to bookings. */
export const assign = ({ call }: TestUser, codes: readonly string[]) =>
  call('POST', `${PATH}/assign`, { body: { codes } })

/** Exchanges rooms of two bookings: `[code, number]` each. */
export const swap = ({ call }: TestUser, ...offers: [code: string, number: string | null][]) =>
  call('POST', `${PATH}/swap`, {
    body: { rooms: offers.map(([code, number]) => ({ code, number })) },
  })
