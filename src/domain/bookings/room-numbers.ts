import { type Flaw, flaw } from '../kernel/errors.ts'
import { foldWords } from '../kernel/search-text.ts'
import type { Booking } from './booking.ts'

// Room numbers of the desk (contract-groups): the hotel's list of rooms, and the numbers that bookings are assigned.

/** Entries in a hotel's list of rooms. */
export const ROOM_NUMBERS_MAX = 1_000
/** Characters of a room number and of a floor. */
export const ROOM_NUMBER_LENGTH_MAX = 20
/** Bookings that are given rooms in one request. */
export const ASSIGNED_AT_ONCE_MAX = 100

/** A room of the hotel by its number, with its room type. A room that is not active is given to nobody. */
export type RoomNumber = { number: string; floor: string | null; roomCode: string; active: boolean }

/** A hotel's list of rooms, in the order of its house; `revision` counts its changes. */
export type RoomList = { revision: number; items: RoomNumber[] }

/** The list of a hotel that has none: its room numbers are free text. */
export const NO_ROOM_LIST: RoomList = { revision: 0, items: [] }

/** Returns the word of a room number, by which `B-12` and `b12` are one room. It may be empty. */
export const roomWord = (number: string): string => foldWords(number).join('')

/** Returns the flaws of a list of rooms: unknown room types, numbers without a letter or digit, or the same one twice. */
export function roomListFlaws(
  items: readonly RoomNumber[],
  roomCodes: ReadonlySet<string>,
): Flaw[] {
  const seen = new Set<string>()
  return items.flatMap(({ number, roomCode }, at) => {
    const word = roomWord(number)
    const flaws = []
    if (word === '')
      flaws.push(flaw(`/items/${at}/number`, 'wrong_text', 'A number has a letter or a digit.'))
    else if (seen.has(word))
      flaws.push(flaw(`/items/${at}/number`, 'repeated', `Room ${number} is in the list already.`))
    if (!roomCodes.has(roomCode)) {
      const message = `The hotel has no room type ${roomCode}.`
      flaws.push(flaw(`/items/${at}/roomCode`, 'unknown_room', message))
    }
    seen.add(word)
    return flaws
  })
}

/** Returns the numbers in a text in which commas, semicolons or spaces separate them. */
export const splitNumbers = (text: string | null): string[] =>
  (text ?? '').split(/[,;\s]+/).filter(Boolean)

/** The numbers of a booking's rooms: all of them, and the first or the text that was typed. */
export type RoomFields = { roomNumber: string | null; roomNumbers: readonly string[] }

/**
 * Returns the numbers that a change asks for, written as the hotel's list writes them; undefined: the change has none.
 * A text is free in a hotel without a list. In others it names rooms, with commas between those that have spaces.
 */
export function askedRooms(
  { roomNumber, roomNumbers }: Partial<RoomFields>,
  { items }: RoomList,
): RoomFields | undefined {
  if (roomNumber === undefined && roomNumbers === undefined) return undefined
  if (!roomNumbers && items.length === 0)
    return { roomNumber: roomNumber!, roomNumbers: splitNumbers(roomNumber!) }
  const known = new Map(items.map(({ number }) => [roomWord(number), number]))
  const numbers = roomNumbers ?? numbersOf(roomNumber ?? '', (text) => known.has(roomWord(text)))
  const written = numbers.map((number) => known.get(roomWord(number)) ?? number)
  return { roomNumber: written[0] ?? null, roomNumbers: written }
}

const numbersOf = (text: string, isKnown: (text: string) => boolean): string[] =>
  text.split(/[,;]/).flatMap((part) => (isKnown(part) ? [part.trim()] : splitNumbers(part)))

/**
 * Returns the flaws of the numbers that a booking asks for: more than its rooms, the same one twice, or a room that the
 * hotel's list does not offer. Numbers that it has already may stay.
 *
 * @param path of the numbers in the request
 */
export function askedRoomFlaws(
  numbers: readonly string[],
  {
    path,
    rooms,
    had,
    list,
  }: { path: string; rooms: number; had: readonly string[]; list: RoomList },
): Flaw[] {
  if (numbers.length > rooms)
    return [flaw(path, 'too_many', `The booking has ${rooms} room(s).`, { max: rooms })]
  const words = numbers.map(roomWord)
  const hadWords = new Set(had.map(roomWord))
  const offered = new Set(
    list.items.filter(({ active }) => active).map(({ number }) => roomWord(number)),
  )
  return numbers.flatMap((number, at) => {
    const word = words[at]!
    if (words.indexOf(word) < at) return [flaw(path, 'repeated', `Room ${number} is repeated.`)]
    if (list.items.length === 0 || hadWords.has(word) || offered.has(word)) return []
    const message = `The hotel has no room ${number}, or it is out of use.`
    return [flaw(path, 'unknown_room_number', message, { number })]
  })
}

/** Returns the room numbers of a booking as one text: as it was typed, or the numbers with commas between them. */
export const numbersText = (desk: RoomFields): string | null =>
  isTyped(desk) ? desk.roomNumber : desk.roomNumbers.join(', ') || desk.roomNumber

/** True if the numbers are those that the text of the room number has, so that the text alone keeps them. */
export const isTyped = ({ roomNumber, roomNumbers }: RoomFields): boolean =>
  splitNumbers(roomNumber).join('\n') === roomNumbers.join('\n')

/** True if a booking has rooms of the hotel on its nights. */
export const hasRooms = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed'
