import { expect, test } from 'bun:test'
import { roomParties } from '../../src/domain/sale/party.ts'

const party = { rooms: 3, adults: 3, children: 1, childAges: null }

test('rooms of a party differ, too, where one has a child of unknown age and another none (contract-rates, party)', () => {
  expect(roomParties(party)).toEqual([
    { adults: 1, ages: [null] },
    { adults: 1, ages: [] },
  ])
})

test('children are dealt the oldest first, going on where the adults ended; rooms that are alike count once', () => {
  expect(roomParties({ ...party, adults: 4, children: 2, childAges: [3, 9] })).toEqual([
    { adults: 2, ages: [] },
    { adults: 1, ages: [9] },
    { adults: 1, ages: [3] },
  ])
  expect(roomParties({ ...party, adults: 6, children: 3, childAges: [3, 3, 3] })).toHaveLength(1)
})
