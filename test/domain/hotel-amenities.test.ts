import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import {
  amenitiesInOrder,
  HOTEL_AMENITIES,
  HOTEL_AMENITY_CODES,
} from '../../src/domain/catalog/hotel-amenities.ts'

test('each amenity has a name in both languages, an icon of lucide and a name of its own for schema.org', () => {
  const all = HOTEL_AMENITY_CODES.map((code) => HOTEL_AMENITIES[code])
  for (const { name, icon } of all) {
    expect([name.en, name.tr].every((text) => text.trim().length > 1)).toBe(true)
    expect([icon, existsSync(`node_modules/lucide/dist/esm/icons/${icon}.mjs`)]).toEqual([
      icon,
      true,
    ])
  }
  for (const names of [
    all.map(({ schemaOrgName }) => schemaOrgName as string),
    all.map(({ name }) => name.en as string),
    all.map(({ name }) => name.tr as string),
    all.map(({ icon }) => icon as string),
  ])
    expect(new Set(names).size).toBe(HOTEL_AMENITY_CODES.length)
})

test('amenities are put in order, and codes that are none are dropped', () => {
  expect(amenitiesInOrder(['pets', 'gone', 'wifi'])).toEqual(['wifi', 'pets'])
  expect(amenitiesInOrder([])).toEqual([])
})
