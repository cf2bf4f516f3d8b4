import { expect, test } from 'bun:test'
import { roomsText } from '../../src/panel/lib/room-runs.ts'

const read = (...roomNumbers: string[]) =>
  roomsText({ roomNumber: roomNumbers[0] ?? null, roomNumbers })

test('three rooms in a row are read as a run, others one by one (contract-groups, Room numbers of the desk)', () => {
  expect(read()).toBeNull()
  expect(read('204', '205')).toBe('204, 205')
  expect(read('217', '218', '219', '301')).toBe('217–219, 301')
  expect(read('99', '100', '101')).toBe('99, 100, 101')
  expect(read('A9', 'B10', 'B11', 'B12')).toBe('A9, B10–B12')
  expect(read('Villa', '7', '8')).toBe('Villa, 7, 8')
})
