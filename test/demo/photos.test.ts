import { expect, test } from 'bun:test'
import slugify from '@sindresorhus/slugify'
import { CITIES } from '../../src/demo/catalog.ts'
import { demoPhotos } from '../../src/demo/photos.ts'
import { demoSlugs, seedDemo } from '../../src/demo/seed.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { findHotel, findHotelId } from '../../src/store/catalog/catalog.ts'
import { openStore } from '../../src/store/open.ts'
import { findLogoHash } from '../../src/store/photos/logos.ts'
import { deletePhoto, listPhotos } from '../../src/store/photos/photos.ts'
import { newDatabase } from '../support/store.ts'

test('each hotel of the demo has a house, rooms, widths, colours and a logo; what was deleted stays so (issues 18, 36)', async () => {
  await using database = await newDatabase()
  const store = await openStore(database.target)
  const deps = { store, brand: 'service', ...realDeps() }
  await seedDemo(deps)
  await demoPhotos(deps)
  const idOf = async (slug: string) => (await findHotelId(store, slug))!
  const photosOf = async (slug: string) => await listPhotos(store, { hotelId: await idOf(slug) })
  const houses = new Set<string>()
  for (const { name } of CITIES.flatMap(({ hotels }) => hotels)) {
    const photos = await photosOf(slugify(name))
    const places = Map.groupBy(photos, ({ roomCode }) => roomCode)
    for (const those of places.values())
      expect(those.map(({ position }) => position)).toEqual(those.map((_, at) => at + 1))
    expect([name, places.get(null)!.length >= 2, places.get('DBL')?.length]).toEqual([
      name,
      true,
      2,
    ])
    houses.add(places.get(null)![0]!.sha256)
    for (const { altTr, altEn, width, height, widths, colour } of photos) {
      expect(altTr.length * altEn.length).toBeGreaterThan(0)
      expect([width, height, widths.map((each) => each.width)]).toEqual([1_200, 800, [400]])
      expect(colour).toMatch(/^#[\da-f]{6}$/)
    }
    const { logoId } = (await findHotel(store, await idOf(slugify(name))))!
    expect(await findLogoHash(store, logoId!)).toBeDefined()
  }
  // No two hotels of a search show the same house.
  expect(houses.size).toBe(24)
  const alfa = await photosOf(demoSlugs.alfa)
  await store.tx((tx) => deletePhoto(tx, alfa[0]!))
  await demoPhotos(deps)
  expect(await photosOf(demoSlugs.alfa)).toHaveLength(alfa.length - 1)
  await store.close()
}, 120_000)
