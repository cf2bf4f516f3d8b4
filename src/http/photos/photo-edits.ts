import { type Static, Type } from 'typebox'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import {
  HOTEL_PHOTOS_MAX,
  PHOTO_BYTES_MAX,
  PHOTO_SIDE_MAX,
  PHOTO_TYPES,
  ROOM_PHOTOS_MAX,
} from '../../domain/photos/photo.ts'
import { PHOTO_WIDTHS, WIDTH_BYTES_MAX } from '../../domain/photos/widths.ts'
import { addPhoto, addWidth, changePhoto, removePhoto } from '../../service/photos/photos.ts'
import type { Actor } from '../../store/days/history.ts'
import { listPhotos } from '../../store/photos/photos.ts'
import { readFile } from '../api/body.ts'
import type { Context } from '../api/context.ts'
import { groupDigits, nullable, pageOf } from '../api/schema.ts'
import { ColourSchema, strictObject } from '../api/texts.ts'
import { FileSchema } from './photo-files.ts'
import { PhotoSchema, showPhoto } from './photo-shape.ts'

const PHOTO_ALT_LENGTH_MAX = 200
const WIDTH_TYPES = ['image/webp'] as const

const alt = Type.Optional(
  Type.String({
    format: 'text',
    maxLength: PHOTO_ALT_LENGTH_MAX,
    description: 'text without control characters',
  }),
)
const PhotoPatch = strictObject({
  position: Type.Optional(Type.Integer({ minimum: 1 })),
  alt: Type.Optional(strictObject({ tr: alt, en: alt })),
  colour: Type.Optional(nullable(ColourSchema)),
})

/** The list of photos, as members and partners read it. */
export const PHOTOS = {
  summary: 'Photos of a hotel and its room types',
  description: 'All: first those of the hotel itself, then by room type, sorted by position.',
  says: 'The photos.',
  answer: pageOf(PhotoSchema),
}

/** A new photo, as members and partners add it. */
export const NEW_PHOTO = {
  summary: 'Add a photo of the hotel or of a room type',
  description: `The body is the file: a still JPEG, PNG or WebP, upright, at most ${groupDigits(PHOTO_BYTES_MAX)} bytes and ${groupDigits(PHOTO_SIDE_MAX)} pixels a side. Only the image and its colours are kept; metadata of the camera (EXIF, including the location) is dropped. It becomes the last photo of its room type, at most ${ROOM_PHOTOS_MAX}, or of the hotel, at most ${HOTEL_PHOTOS_MAX}; an identical photo is not added again.`,
  query: {
    roomCode: Type.Optional(
      Type.String({ description: 'The room type in the photo; absent: the hotel itself.' }),
    ),
  },
  body: FileSchema,
  bodyIs: 'own' as const,
  bodyMedia: PHOTO_TYPES,
  status: 201 as const,
  says: 'The picture.',
  answer: PhotoSchema,
}

/** A change of a photo. */
export const PHOTO_CHANGE = {
  summary: 'Move a photo or change its alt text',
  description:
    '`position` is its place among the photos of its room type or of the hotel, from 1; the others shift.',
  body: PhotoPatch,
  examples: {
    'The first one': { position: 1 },
    'Its dominant colour': { colour: '#8fb3c9' },
    'What is on it': { alt: { tr: 'Denize bakan teras', en: 'The terrace by the sea' } },
  },
  says: 'The picture.',
  answer: PhotoSchema,
}

/** The deletion of a photo. */
export const PHOTO_REMOVAL = {
  summary: 'Delete a photo',
  description: 'Its address is 404 from then on; caches elsewhere may still show it.',
  says: 'Deleted.',
}

/** A photo in another width. */
export const PHOTO_WIDTH = {
  summary: 'Keep a photo in another width',
  description: `The body is the same photo as a WebP that is ${PHOTO_WIDTHS.map(groupDigits).join(', ')} pixels wide, no wider than the photo, in its ratio, with at most ${PHOTO_WIDTHS.map((width) => groupDigits(WIDTH_BYTES_MAX[width])).join(', ')} bytes. It takes the place of the former one of its width. The panel’s page of photos does so by itself.`,
  body: FileSchema,
  bodyIs: 'own' as const,
  bodyMedia: WIDTH_TYPES,
  says: 'The picture.',
  answer: PhotoSchema,
}

/** Reads the file of a photo in another width. */
export const readWidth = (request: Request) =>
  readFile(request, WIDTH_TYPES, Math.max(...Object.values(WIDTH_BYTES_MAX)))

/** Reads the file of a new photo. */
export const readPhoto = (request: Request) => readFile(request, PHOTO_TYPES, PHOTO_BYTES_MAX)

/** Lists and changes photos, for members and partners alike. */
export const photoActs = (context: Context) => ({
  async list(hotelId: number) {
    const photos = await listPhotos(context.store, { hotelId })
    const [own, ofRooms] = [false, true].map((isRoom) =>
      photos.filter(({ roomCode }) => (roomCode !== null) === isRoom),
    )
    return { items: [...own!, ...ofRooms!].map(showPhoto), nextCursor: null }
  },
  add: async (actor: Actor, place: { hotel: Hotel; roomCode: string | null }, file: Uint8Array) =>
    showPhoto(await addPhoto(context, actor, place, file)),
  async change(
    actor: Actor,
    place: { hotel: Hotel; id: string },
    { position, alt = {}, colour }: Static<typeof PhotoPatch>,
  ) {
    const changes = {
      ...(colour !== undefined && { colour }),
      ...(position !== undefined && { position }),
      ...(alt.tr !== undefined && { altTr: alt.tr }),
      ...(alt.en !== undefined && { altEn: alt.en }),
    }
    return showPhoto(await changePhoto(context, actor, place, changes))
  },
  addWidth: async (actor: Actor, place: { hotel: Hotel; id: string }, file: Uint8Array) =>
    showPhoto(await addWidth(context, actor, place, file)),
  remove: (actor: Actor, place: { hotel: Hotel; id: string }) => removePhoto(context, actor, place),
})
