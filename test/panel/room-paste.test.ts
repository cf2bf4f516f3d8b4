import { expect, test } from 'bun:test'
import { readPasted } from '../../src/panel/views/room-numbers/pasted.ts'

// A list of rooms as hoteliers write it (contract-groups, Room numbers of the desk).

const TYPES = [
  { roomCode: 'DBL', names: ['Double room', 'Çift kişilik oda'] },
  { roomCode: 'SUI', names: ['Suite'] },
]
const read = (text: string) => {
  const { rooms, unknown } = readPasted(text, TYPES, 'DBL')
  return [rooms.map(({ number, roomCode, floor }) => [number, roomCode, floor]), unknown]
}

test('a range, several numbers, and a room type by code or name in either language, before or behind', () => {
  expect(read('101-103 DBL')).toEqual([
    [
      ['101', 'DBL', '1'],
      ['102', 'DBL', '1'],
      ['103', 'DBL', '1'],
    ],
    [],
  ])
  expect(read('1201 – 1202, 1205 suite\nÇift kişilik oda: 7')).toEqual([
    [
      ['1201', 'SUI', '12'],
      ['1202', 'SUI', '12'],
      ['1205', 'SUI', '12'],
      ['7', 'DBL', null],
    ],
    [],
  ])
  expect(read('A01-A02 SUI kat 3')).toEqual([
    [
      ['A01', 'SUI', '3'],
      ['A02', 'SUI', '3'],
    ],
    [],
  ])
})

test('columns of a sheet: number, room type, floor; a number may have spaces there', () => {
  expect(read('Villa 4\tSUI\tBahçe\n12;DBL;1')).toEqual([
    [
      ['Villa 4', 'SUI', 'Bahçe'],
      ['12', 'DBL', '1'],
    ],
    [],
  ])
})

test('a line without a type is of the default one; what is no number and no type is told; a long range is none', () => {
  expect(read('B-12\n\n')).toEqual([[['B-12', 'DBL', null]], []])
  expect(read('101 DBK')).toEqual([[['101', 'DBL', '1']], ['DBK']])
  expect(read('1-9999')).toEqual([[['1-9999', 'DBL', null]], []])
})
