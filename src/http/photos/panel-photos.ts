import { needRole } from '../../domain/accounts/membership.ts'
import { roleIn, type User } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findPhoto } from '../../store/photos/photos.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import {
  NEW_PHOTO,
  PHOTO_CHANGE,
  PHOTO_REMOVAL,
  PHOTO_WIDTH,
  PHOTOS,
  photoActs,
  readPhoto,
  readWidth,
} from './photo-edits.ts'

/** The rule for photos of the hotel itself; photos of room types need the role of room types. */
const OWNERS = 'Only owners change photos of the hotel itself.'

/** Photos of a hotel and of its room types (issue 18). */
export function panelPhotoRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/photos', hotelDoor(context), 'Panel')
  const acts = photoActs(context)

  route('GET', '', {
    id: 'listPhotos',
    memberRole: 'any',
    ...PHOTOS,
    handle: ({ hotel }) => acts.list(hotel.id),
  })

  route('POST', '', {
    id: 'addPhoto',
    memberRole: 'revenue',
    ...NEW_PHOTO,
    description: `${NEW_PHOTO.description} ${OWNERS}`,
    handle: async ({ hotel, user, actor, query: { roomCode = null }, request }) => {
      needOwner(user, hotel, roomCode)
      return await acts.add(actor, { hotel, roomCode }, await readPhoto(request))
    },
  })

  route('PATCH', '/:id', {
    id: 'changePhoto',
    memberRole: 'revenue',
    ...PHOTO_CHANGE,
    description: `${PHOTO_CHANGE.description} ${OWNERS}`,
    handle: async ({ hotel, user, actor, params: { id }, body }) => {
      await needPhoto(hotel, user, id)
      return await acts.change(actor, { hotel, id }, body)
    },
  })

  route('PUT', '/:id/widths', {
    id: 'putPhotoWidth',
    memberRole: 'revenue',
    ...PHOTO_WIDTH,
    description: `${PHOTO_WIDTH.description} ${OWNERS}`,
    handle: async ({ hotel, user, actor, params: { id }, request }) => {
      await needPhoto(hotel, user, id)
      return await acts.addWidth(actor, { hotel, id }, await readWidth(request))
    },
  })

  route('DELETE', '/:id', {
    id: 'deletePhoto',
    memberRole: 'revenue',
    ...PHOTO_REMOVAL,
    description: `${PHOTO_REMOVAL.description} ${OWNERS}`,
    handle: async ({ hotel, user, actor, params: { id } }) => {
      await needPhoto(hotel, user, id)
      await acts.remove(actor, { hotel, id })
    },
  })

  /** @throws AppError `not_found`, `role_missing` if the caller may not change it */
  async function needPhoto(hotel: Hotel, user: User, id: string): Promise<void> {
    const photo = await findPhoto(context.store, { id, hotelId: hotel.id })
    if (!photo) throw new AppError('not_found', 'The hotel has no such picture.')
    needOwner(user, hotel, photo.roomCode)
  }

  return app
}

/** @throws AppError `role_missing` for a photo of the hotel itself, if the caller is not an owner */
function needOwner(user: User, { id }: Hotel, roomCode: string | null): void {
  if (roomCode === null) needRole(roleIn(user, id)!, 'owner')
}
