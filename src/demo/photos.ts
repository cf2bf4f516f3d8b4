import slugify from '@sindresorhus/slugify'
import { type Picture, readPicture } from '../domain/photos/picture/picture.ts'
import { widthId } from '../domain/photos/widths.ts'
import type { Deps } from '../service/deps.ts'
import { findHotelId } from '../store/catalog/catalog.ts'
import { updateHotel } from '../store/catalog/catalog-edits.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { insertLogo } from '../store/photos/logos.ts'
import { insertPhotos, type WholePhoto } from '../store/photos/photos.ts'
import { CITIES } from './catalog.ts'
import { PICTURES } from './pictures.ts'
import { roomsOf } from './seed.ts'

type PictureName = keyof typeof PICTURES

/** Texts of pictures that several hotels show: Turkish, English. */
const ALTS: Partial<Record<PictureName, [string, string]>> = {
  terrace: ['Denize bakan teras', 'The terrace by the sea'],
  beach: ['Otelin plajı', 'The beach of the hotel'],
  breakfast: ['Pencere kenarında kahvaltı', 'Breakfast by the window'],
  pool: ['Palmiyelerin altında havuz', 'The pool under palms'],
  spa: ['Kemerlerin altında sıcak havuz', 'The warm pool under arches'],
  lobby: ['Lobi ve resepsiyon', 'Lobby and reception'],
  restaurant: ['Akşam restoran', 'The restaurant in the evening'],
  rooftop: ['Akşam çatı barı', 'The bar on the roof, in the evening'],
  garden: ['Portakal ağaçlı bahçe', 'The garden with orange trees'],
  room: ['Çift kişilik oda', 'A double room'],
  attic: ['Çatı altında çift kişilik oda', 'A double room under the roof'],
  tatami: ['Tatamili oda', 'A room with tatami'],
  deluxe: ['Gece manzaralı oda', 'A room with a view of the night'],
  twin: ['İki yataklı oda', 'A twin room'],
  single: ['Tek kişilik oda', 'A single room'],
  family: ['Aile odası', 'A family room'],
  bath: ['Banyo', 'The bathroom'],
}

const houseAlt = (name: string): [string, string] =>
  name === CITIES[0]!.hotels[0]!.name
    ? ['Akşam, boğaz kıyısında otel', 'The hotel by the strait, in the evening']
    : [`${name}, sokaktan`, `${name}, from the street`]

/** Pictures of each hotel besides its house and rooms. */
const SCENES: Record<string, PictureName[]> = {
  'alfa-grand-bosphorus': ['terrace', 'breakfast', 'spa', 'restaurant', 'lobby'],
  'galata-kule-konak': ['breakfast', 'lobby'],
  'sultanahmet-ayazma-house': ['breakfast', 'garden'],
  'moda-sahil': ['terrace', 'breakfast'],
  'bravo-lara-beach': ['beach', 'pool', 'breakfast', 'restaurant'],
  'kaleici-portakal': ['garden', 'breakfast'],
  'konyaalti-mavi': ['pool', 'beach', 'terrace'],
  'olympos-pine-lodge': ['garden', 'beach'],
  'miradouro-da-graca': ['terrace', 'breakfast'],
  'alfama-azulejo': ['breakfast'],
  'avenida-jacaranda': ['lobby', 'spa', 'restaurant'],
  'belem-docas': ['terrace', 'breakfast'],
  'ringstrasse-palais': ['lobby', 'restaurant', 'spa'],
  'naschmarkt-garni': ['lobby'],
  'prater-lindenhof': ['garden', 'restaurant'],
  'josefstadt-theater': ['restaurant', 'lobby'],
  'asakusa-hanabi': ['spa', 'restaurant'],
  'ginza-kaede': ['restaurant', 'lobby'],
  'shinjuku-sora': ['lobby', 'restaurant'],
  'ueno-sakura-garden': ['lobby'],
  'hudson-yards-meridian': ['rooftop', 'lobby'],
  'brooklyn-foundry': ['rooftop', 'lobby'],
  'harlem-brownstone-inn': ['restaurant'],
  'seaport-lantern': ['restaurant', 'lobby'],
}

/** Pictures of double rooms by city, or by the slug of a hotel that differs. */
const DOUBLES: Record<string, PictureName> = {
  istanbul: 'room',
  antalya: 'room',
  lisbon: 'attic',
  vienna: 'attic',
  tokyo: 'deluxe',
  'new-york': 'deluxe',
  'asakusa-hanabi': 'tatami',
  'ueno-sakura-garden': 'tatami',
}
/** Pictures of other room types. Suites have none yet: the panel shows how the first is added. */
const ROOMS: Record<string, PictureName> = { TWN: 'twin', FAM: 'family', DLX: 'deluxe' }

const BATH: PictureName = 'bath'
/** `RIFF` and the length of what follows. */
const RIFF_HEAD = 8

/** Adds photos and logos to the demo's hotels, once: later edits stay. */
export async function demoPhotos(deps: Deps): Promise<void> {
  const { store } = deps
  if (await findMeta(store, 'demo_photos')) return
  const files = await readFiles()
  const hotels = await Promise.all(
    CITIES.flatMap((city) =>
      city.hotels.map(async (hotel, index) => {
        const slug = slugify(hotel.name)
        const hotelId = (await findHotelId(store, slug))!
        return { slug, hotelId, photos: photosOf({ city, hotel, index }, slug) }
      }),
    ),
  )
  await store.tx(async (tx) => {
    for (const { slug, hotelId, photos } of hotels) {
      const whole = photos.map((each) => wholePhoto(deps, hotelId, each, files.get(each.name)!))
      await insertPhotos(tx, hotelId, whole)
      const [, , logo] = files.get(slug)!
      const logoId = deps.newId()
      await insertLogo(tx, logoId, logo!)
      await updateHotel(tx, hotelId, { logoId })
    }
    await writeMeta(tx, 'demo_photos', 'added')
  })
}

type DemoPhoto = {
  name: PictureName
  roomCode: string | null
  position: number
  alt: [string, string]
}

/** Lists the photos of a hotel: its house and what is in it, then those of its room types. */
function photosOf(place: Parameters<typeof roomsOf>[0], slug: string): DemoPhoto[] {
  const { name } = place.hotel
  const house: DemoPhoto = {
    name: slug as PictureName,
    roomCode: null,
    position: 1,
    alt: houseAlt(name),
  }
  const scenes = (SCENES[slug] ?? []).map((scene, at) => ({
    ...{ name: scene, roomCode: null, position: at + 2, alt: ALTS[scene]! },
  }))
  const double = DOUBLES[slug] ?? DOUBLES[place.city.city.slug]!
  const rooms = roomsOf(place).flatMap(({ made: { roomCode } }) => {
    const shown = roomCode === 'DBL' ? [double, BATH] : ROOMS[roomCode] ? [ROOMS[roomCode]] : []
    return shown.map((room, at) => ({
      ...{ name: room, roomCode, position: at + 1, alt: ALTS[room]! },
    }))
  })
  return [house, ...scenes, ...rooms]
}

/** Returns a photo with its files, of which the first is the largest. */
function wholePhoto(
  { newId, nowMs }: Deps,
  hotelId: number,
  { name, roomCode, position, alt: [altTr, altEn] }: DemoPhoto,
  [largest, small]: Picture[],
): WholePhoto {
  const { bytes: _, ...picture } = largest!
  const { width, height } = small!
  const { colour } = PICTURES[name]
  const kept = { id: newId(), hotelId, roomCode, position, altTr, altEn, ...picture, colour }
  const widths = [{ id: widthId(newId(), width), width, height }]
  return {
    photo: { ...kept, widths, createdAtMs: nowMs() },
    ...{ picture: largest!, inWidths: [small!] },
  }
}

/** Reads the files of all pictures, by name. */
async function readFiles(): Promise<Map<string, Picture[]>> {
  const named = Object.entries(PICTURES).map(
    async ([name, { file }]) => [name, picturesIn(await Bun.file(file).bytes())] as const,
  )
  return new Map(await Promise.all(named))
}

/**
 * Splits a file into its pictures: WebPs one after another, each with its length in its head, so that one file, which
 * any program shows, has all widths of a picture, and that of a house the hotel's logo.
 */
function picturesIn(file: Uint8Array<ArrayBuffer>): Picture[] {
  const view = new DataView(file.buffer, file.byteOffset)
  const pictures: Picture[] = []
  for (let at = 0; at < file.length; ) {
    const end = at + RIFF_HEAD + view.getUint32(at + 4, true)
    pictures.push(readPicture(file.subarray(at, end)))
    at = end
  }
  return pictures
}
