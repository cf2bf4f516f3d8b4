import { Type } from 'typebox'
import { GUEST_DATA_YEARS } from '../../domain/bookings/erasure.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { inPosition } from '../../domain/kernel/content.ts'
import { changeHotel } from '../../service/catalog/catalog.ts'
import { listAgenciesAt } from '../../store/agencies/agencies.ts'
import { listBoards } from '../../store/catalog/catalog.ts'
import { expected, HotelTextChanges, hotelContentExample } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { routes } from '../api/route.ts'
import { named, nullable, pageOf } from '../api/schema.ts'
import { EmailSchema, PhoneSchema, strictObject, WebsiteSchema } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor } from '../doors/panel-hotel.ts'
import { ABOUT_LOGO, withLogo } from '../photos/logo-body.ts'
import { readWebRules, webRulesFields } from '../strangers/web-rules-shape.ts'
import { Address, Taxes } from './admin-hotels.ts'
import {
  ABOUT_PAGE,
  pageFields,
  pageSettings,
  pageSettingsExample,
  Time,
} from './hotel-page-shape.ts'
import {
  hotelExample,
  PanelHotelSchema,
  RoomSchema,
  showPanelHotel,
  showRoom,
  showWholeHotel,
} from './hotel-shape.ts'
import { NEW_ROOM, ROOM_CHANGE, roomActs } from './room-edits.ts'

/** The public texts and the contact of a hotel, for owners and partners. */
export const hotelContent = {
  phone: nullable(PhoneSchema),
  email: nullable(EmailSchema),
  website: nullable(WebsiteSchema),
  address: Address,
  checkinTime: Time,
  checkoutTime: Time,
  translations: HotelTextChanges,
  ...pageFields,
}

const HotelPatch = named(
  'HotelSettings',
  Type.Partial(
    strictObject({
      taxes: Taxes,
      ...hotelContent,
      ...pageSettings,
      ...webRulesFields,
      guestDataYears: nullable(Type.Integer(GUEST_DATA_YEARS)),
      ...expected,
    }),
  ),
)

/** The hotel and its room types in the panel (contract §5). */
export function panelRoomRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')
  addHotel(route, context)
  addRooms(route, context)
  return app
}

function addHotel(route: AddPanelRoute, context: Context): void {
  route('GET', '/hotel', {
    id: 'getPanelHotel',
    memberRole: 'any',
    summary: 'The hotel',
    description:
      'As partners see it in the mapping, with its public texts and the names of boards, rates, extras and its agencies.',
    says: 'The hotel.',
    answer: PanelHotelSchema,
    handle: async ({ hotel, ...names }) => ({
      ...showPanelHotel(hotel, await readNames(context, hotel), names),
      ...(context.isDemo && { isDemo: true }),
    }),
  })

  route('PATCH', '/hotel', {
    id: 'changePanelHotel',
    memberRole: 'owner',
    summary:
      'Change the hotel’s public texts, taxes, limits on guest bookings, and `guestDataYears`',
    description: `Absent fields stay, as does each absent text in \`translations\`; null removes one. ${ABOUT_PAGE} ${ABOUT_LOGO} \`taxes\` are the whole list: at most 10, each code once, together at most 10,000 basis points; all are included in every price, and apply to bookings made from then on. Only admins change name, stars, place, currency and time zone.`,
    body: HotelPatch,
    bodyIs: 'long',
    examples: {
      Contact: { phone: hotelContentExample.phone, email: hotelContentExample.email },
      'A text in Turkish': { translations: { tr: hotelContentExample.translations.tr } },
      'One tax': { taxes: hotelExample.taxes },
      'No taxes': { taxes: [] },
      'Strangers book less': { webMaxRooms: 2, webProof: 'always' },
      'Its own website shows its page': pageSettingsExample,
    },
    says: 'The hotel.',
    answer: PanelHotelSchema,
    errors: ['revision_conflict'],
    handle: async ({ actor, hotel: { id }, body, ...names }) => {
      const [changes, refuseUnseen] = splitExpected(body, showWholeHotel)
      const rules = readWebRules(withLogo(changes), context.nowMs())
      const hotel = await changeHotel(context, actor, id, rules, refuseUnseen)
      return showPanelHotel(hotel, await readNames(context, hotel), names)
    },
  })
}

/** Reads the boards, and the agencies of a hotel. */
async function readNames({ store }: Context, { id }: Pick<Hotel, 'id'>) {
  const [boards, agencies] = await Promise.all([listBoards(store), listAgenciesAt(store, id)])
  return { boards, agencies }
}

function addRooms(route: AddPanelRoute, context: Context): void {
  const acts = roomActs(context)

  route('GET', '/rooms', {
    id: 'listPanelRooms',
    memberRole: 'any',
    summary: 'Room types of a hotel',
    description: 'All, on sale or not, sorted by `position`, then by code.',
    says: 'The room types.',
    answer: pageOf(RoomSchema),
    handle: ({ hotel, rooms }) => ({
      items: inPosition(rooms).map((room) => showRoom(room, hotel)),
      nextCursor: null,
    }),
  })

  route('POST', '/rooms', {
    id: 'createPanelRoom',
    memberRole: 'revenue',
    ...NEW_ROOM,
    handle: ({ actor, hotel: { id }, body }) => acts.create(actor, id, body),
  })

  route('PATCH', '/rooms/:roomCode', {
    id: 'changePanelRoom',
    memberRole: 'revenue',
    ...ROOM_CHANGE,
    handle: ({ actor, hotel: { id: hotel }, params: { roomCode }, body }) =>
      acts.change(actor, { hotel, roomCode }, body),
  })
}
