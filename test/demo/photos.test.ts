import { expect, test } from 'bun:test'
import { demoPhotos } from '../../src/demo/photos.ts'
import { demoSlugs, seedDemo } from '../../src/demo/seed.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { findHotelId } from '../../src/store/catalog/catalog.ts'
import { openStore } from '../../src/store/open.ts'
import { deletePhoto, listPhotos } from '../../src/store/photos/photos.ts'
import { newDatabase } from '../support/store.ts'

test('the demo’s two hotels with keys have photos in order, each described; what was deleted stays so (issue 18)', async () => {
  await using database = await newDatabase()
  const store = await openStore(database.target)
  const deps = { store, brand: 'service', ...realDeps() }
  await seedDemo(deps)
  await demoPhotos(deps)
  const photosOf = async (slug: string) =>
    await listPhotos(store, { hotelId: (await findHotelId(store, slug))! })
  const alfa = await photosOf(demoSlugs.alfa)
  const places = alfa.map(({ roomCode, position }) => `${roomCode ?? ''} ${position}`)
  expect(places.toSorted()).toEqual([' 1', ' 2', 'DBL 1'])
  for (const { altTr, altEn } of alfa) expect(altTr.length * altEn.length).toBeGreaterThan(0)
  expect(await photosOf(demoSlugs.bravo)).toHaveLength(2)
  await store.tx((tx) => deletePhoto(tx, alfa[0]!))
  await demoPhotos(deps)
  expect(await photosOf(demoSlugs.alfa)).toHaveLength(2)
  await store.close()
}, 30_000)
