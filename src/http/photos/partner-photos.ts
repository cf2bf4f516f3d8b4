import type { ApiKey } from '../../domain/accounts/api-key.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { actorOf, partnerDoor, reauthorise } from '../doors/partner-key.ts'
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

/** Photos of a hotel and of its room types, changed by partners (contract-groups, *Set-up by API*). */
export function partnerPhotoRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/photos', partnerDoor(context), 'Set-up')
  const acts = photoActs(context)
  const hotelOf = async ({ hotelId }: ApiKey) => (await context.hotelOf(hotelId)).hotel

  route('GET', '', {
    id: 'listPartnerPhotos',
    scope: 'any',
    ...PHOTOS,
    handle: ({ key }) => acts.list(key.hotelId),
  })

  route('POST', '', {
    id: 'addPartnerPhoto',
    scope: 'content:write',
    ...NEW_PHOTO,
    handle: async ({ key, query: { roomCode = null }, request, server }) => {
      const file = await readPhoto(request)
      // The door does so after other bodies.
      await reauthorise(context, { request, server })
      return await acts.add(actorOf(key), { hotel: await hotelOf(key), roomCode }, file)
    },
  })

  route('PATCH', '/:id', {
    id: 'changePartnerPhoto',
    scope: 'content:write',
    ...PHOTO_CHANGE,
    handle: async ({ key, params: { id }, body }) =>
      await acts.change(actorOf(key), { hotel: await hotelOf(key), id }, body),
  })

  route('PUT', '/:id/widths', {
    id: 'putPartnerPhotoWidth',
    scope: 'content:write',
    ...PHOTO_WIDTH,
    handle: async ({ key, params: { id }, request, server }) => {
      const file = await readWidth(request)
      // The door does so after other bodies.
      await reauthorise(context, { request, server })
      return await acts.addWidth(actorOf(key), { hotel: await hotelOf(key), id }, file)
    },
  })

  route('DELETE', '/:id', {
    id: 'deletePartnerPhoto',
    scope: 'content:write',
    ...PHOTO_REMOVAL,
    handle: async ({ key, params: { id } }) =>
      await acts.remove(actorOf(key), { hotel: await hotelOf(key), id }),
  })

  return app
}
