import { Type } from 'typebox'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { needScope } from '../../domain/accounts/scope.ts'
import { changeHotel } from '../../service/catalog/catalog.ts'
import { expected, hotelContentExample } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { routes } from '../api/route.ts'
import { named } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { actorOf, partnerDoor } from '../doors/partner-key.ts'
import { ABOUT_LOGO, withLogo } from '../photos/logo-body.ts'
import { ABOUT_PAGE } from './hotel-page-shape.ts'
import { PartnerHotelSchema, partnerHotelExample, showPartnerHotel } from './hotel-shape.ts'
import { hotelContent } from './panel-rooms.ts'
import { NEW_ROOM, ROOM_CHANGE, roomActs } from './room-edits.ts'

const HotelContentPatch = named(
  'HotelContentChanges',
  Type.Partial(strictObject({ ...hotelContent, ...expected })),
)

const ALSO_NEEDS = 'The key needs `availability:write`, too.'

/** Room types, and the texts and contact of the hotel, changed by partners (contract-groups, *Set-up by API*). */
export function partnerRoomRoutes(context: Context) {
  const { app, route } = routes('/v1/partner', partnerDoor(context), 'Set-up')
  const acts = roomActs(context)

  route('POST', '/rooms', {
    id: 'createPartnerRoom',
    scope: 'content:write',
    ...NEW_ROOM,
    description: `${NEW_ROOM.description} ${ALSO_NEEDS}`,
    handle: ({ key, body }) => {
      needRoomScope(key)
      return acts.create(actorOf(key), key.hotelId, body)
    },
  })

  route('PATCH', '/rooms/:roomCode', {
    id: 'changePartnerRoom',
    scope: 'content:write',
    ...ROOM_CHANGE,
    description: `${ROOM_CHANGE.description} ${ALSO_NEEDS}`,
    handle: ({ key, params: { roomCode }, body }) => {
      needRoomScope(key)
      return acts.change(actorOf(key), { hotel: key.hotelId, roomCode }, body)
    },
  })

  route('PATCH', '/hotel', {
    id: 'changePartnerHotel',
    scope: 'content:write',
    summary: 'Change the texts and the contact of the hotel',
    description: `Absent fields stay, as does each absent text in \`translations\`; null removes one. \`policies\` are further house rules in words. ${ABOUT_PAGE} ${ABOUT_LOGO} Taxes, and what strangers may book, are changed by the hotel itself; name, stars, place, currency and time zone by admins.`,
    body: HotelContentPatch,
    bodyIs: 'long',
    examples: {
      Contact: { phone: hotelContentExample.phone, email: hotelContentExample.email },
      'A text in Turkish': { translations: { tr: hotelContentExample.translations.tr } },
    },
    says: 'The hotel.',
    answer: PartnerHotelSchema,
    example: partnerHotelExample,
    errors: ['revision_conflict'],
    handle: async ({ key, body }) => {
      const [changes, refuseUnseen] = splitExpected(body, showPartnerHotel)
      return showPartnerHotel(
        await changeHotel(context, actorOf(key), key.hotelId, withLogo(changes), refuseUnseen),
      )
    },
  })

  return app
}

/** Room types decide how many rooms are sold. @throws AppError `scope_missing` */
const needRoomScope = ({ scopes }: ApiKey) => needScope(scopes, 'availability:write', 'A room type')
