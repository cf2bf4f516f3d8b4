import { Type } from 'typebox'
import { needRole } from '../../domain/accounts/membership.ts'
import { roleIn, type User } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import {
  HOTEL_PHOTOS_MAX,
  PHOTO_BYTES_MAX,
  PHOTO_SIDE_MAX,
  PHOTO_TYPES,
  ROOM_PHOTOS_MAX,
} from '../../domain/photos/photo.ts'
import { addPhoto, changePhoto, removePhoto } from '../../service/photos/photos.ts'
import { findPhoto, listPhotos } from '../../store/photos/photos.ts'
import { readFile } from '../api/body.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { groupDigits, pageOf } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor } from '../doors/panel-hotel.ts'
import { FileSchema } from './photo-files.ts'
import { PhotoSchema, showPhoto } from './photo-shape.ts'

const PHOTO_ALT_LENGTH_MAX = 200

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
})

/** The rule for photos of the hotel itself; photos of room types need the role of room types. */
const OWNERS = 'Only owners change photos of the hotel itself.'

/** Photos of a hotel and of its room types (issue 18). */
export function panelPhotoRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/photos', hotelDoor(context), 'Panel')
  addListAndAdd(route, context)
  addOnePhoto(route, context)
  return app
}

function addListAndAdd(route: AddPanelRoute, context: Context): void {
  route('GET', '', {
    id: 'listPhotos',
    memberRole: 'any',
    summary: 'Photos of a hotel and its room types',
    description: 'All: first those of the hotel itself, then by room type, sorted by position.',
    says: 'The photos.',
    answer: pageOf(PhotoSchema),
    handle: async ({ hotel }) => {
      const photos = await listPhotos(context.store, { hotelId: hotel.id })
      const [own, ofRooms] = [false, true].map((isRoom) =>
        photos.filter(({ roomCode }) => (roomCode !== null) === isRoom),
      )
      return { items: [...own!, ...ofRooms!].map(showPhoto), nextCursor: null }
    },
  })

  route('POST', '', {
    id: 'addPhoto',
    memberRole: 'revenue',
    summary: 'Add a photo of the hotel or of a room type',
    description: `The body is the file: a still JPEG, PNG or WebP, upright, at most ${groupDigits(PHOTO_BYTES_MAX)} bytes and ${groupDigits(PHOTO_SIDE_MAX)} pixels a side. Only the image and its colours are kept; metadata of the camera (EXIF, including the location) is dropped. It becomes the last photo of its room type, at most ${ROOM_PHOTOS_MAX}, or of the hotel, at most ${HOTEL_PHOTOS_MAX}; an identical photo is not added again. ${OWNERS}`,
    query: {
      roomCode: Type.Optional(
        Type.String({ description: 'The room type in the photo; absent: the hotel itself.' }),
      ),
    },
    body: FileSchema,
    bodyIs: 'own',
    bodyMedia: PHOTO_TYPES,
    status: 201,
    says: 'The picture.',
    answer: PhotoSchema,
    handle: async ({ hotel, user, actor, query: { roomCode = null }, request }) => {
      needOwner(user, hotel, roomCode)
      const file = await readFile(request, PHOTO_TYPES, PHOTO_BYTES_MAX)
      return showPhoto(await addPhoto(context, actor, { hotel, roomCode }, file))
    },
  })
}

function addOnePhoto(route: AddPanelRoute, context: Context): void {
  route('PATCH', '/:id', {
    id: 'changePhoto',
    memberRole: 'revenue',
    summary: 'Move a photo or change its alt text',
    description: `\`position\` is its place among the photos of its room type or of the hotel, from 1; the others shift. ${OWNERS}`,
    body: PhotoPatch,
    examples: {
      'The first one': { position: 1 },
      'What is on it': { alt: { tr: 'Denize bakan teras', en: 'The terrace by the sea' } },
    },
    says: 'The picture.',
    answer: PhotoSchema,
    handle: async ({ hotel, user, actor, params: { id }, body: { position, alt = {} } }) => {
      await needPhoto(hotel, user, id)
      const changes = {
        ...(position !== undefined && { position }),
        ...(alt.tr !== undefined && { altTr: alt.tr }),
        ...(alt.en !== undefined && { altEn: alt.en }),
      }
      return showPhoto(await changePhoto(context, actor, { hotel, id }, changes))
    },
  })

  route('DELETE', '/:id', {
    id: 'deletePhoto',
    memberRole: 'revenue',
    summary: 'Delete a photo',
    description: `Its address is 404 from then on; caches elsewhere may still show it. ${OWNERS}`,
    says: 'Deleted.',
    handle: async ({ hotel, user, actor, params: { id } }) => {
      await needPhoto(hotel, user, id)
      await removePhoto(context, actor, { hotel, id })
    },
  })

  /** @throws AppError `not_found`, `role_missing` if the caller may not change it */
  async function needPhoto(hotel: Hotel, user: User, id: string): Promise<void> {
    const photo = await findPhoto(context.store, { id, hotelId: hotel.id })
    if (!photo) throw new AppError('not_found', 'The hotel has no such picture.')
    needOwner(user, hotel, photo.roomCode)
  }
}

/** @throws AppError `role_missing` for a photo of the hotel itself, if the caller is not an owner */
function needOwner(user: User, { id }: Hotel, roomCode: string | null): void {
  if (roomCode === null) needRole(roleIn(user, id)!, 'owner')
}
