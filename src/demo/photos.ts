import { readPicture } from '../domain/photos/picture/picture.ts'
import type { Deps } from '../service/deps.ts'
import { findHotelId } from '../store/catalog/catalog.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { insertPhoto } from '../store/photos/photos.ts'
import beach from './beach.webp' with { type: 'file' }
import house from './house.webp' with { type: 'file' }
import room from './room.webp' with { type: 'file' }
import { demoSlugs } from './seed.ts'
import terrace from './terrace.webp' with { type: 'file' }

const photo = (file: string, altTr: string, altEn: string, roomCode: string | null = null) => ({
  ...{ file, altTr, altEn, roomCode },
})

/** Pictures drawn for the demo: the two hotels with keys, and a double room in each. */
const PHOTOS = {
  alfa: [
    photo(house, 'Akşam, boğaz kıyısında otel', 'The hotel by the strait, in the evening'),
    photo(terrace, 'Denize bakan teras', 'The terrace by the sea'),
    photo(room, 'Çift kişilik oda', 'A double room', 'DBL'),
  ],
  bravo: [
    photo(beach, 'Otelin plajı', 'The beach of the hotel'),
    photo(room, 'Çift kişilik oda', 'A double room', 'DBL'),
  ],
}

/** Adds photos to the demo's hotels, once: later edits stay. */
export async function demoPhotos({ store, newId, nowMs }: Deps): Promise<void> {
  if (await findMeta(store, 'demo_photos')) return
  const hotels = await Promise.all(
    Object.entries(PHOTOS).map(async ([name, photos]) => ({
      hotelId: (await findHotelId(store, demoSlugs[name as keyof typeof PHOTOS]))!,
      photos: await Promise.all(
        photos.map(async (each) => ({ ...each, bytes: await Bun.file(each.file).bytes() })),
      ),
    })),
  )
  await store.tx(async (tx) => {
    for (const { hotelId, photos } of hotels)
      for (const [at, { roomCode, altTr, altEn, bytes }] of photos.entries()) {
        const { bytes: kept, ...picture } = readPicture(bytes)
        const place = { hotelId, roomCode, position: roomCode === null ? at + 1 : 1 }
        const made = { id: newId(), altTr, altEn, colour: null, widths: [], createdAtMs: nowMs() }
        await insertPhoto(tx, { ...made, ...place, ...picture }, kept)
      }
    await writeMeta(tx, 'demo_photos', 'added')
  })
}
