import { type Static, Type } from 'typebox'
import { MEMBER_ROLES, MEMBERS_MAX, type MemberRole } from '../../domain/accounts/membership.ts'
import { addMember, changeMember, removeMember } from '../../service/accounts/members.ts'
import { hotelOf } from '../../service/catalog/catalog.ts'
import { listMembers } from '../../store/accounts/members.ts'
import type { Context } from '../api/context.ts'
import { type PageQuery, page, pageParameters } from '../api/paging.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { EmailSchema, patternText, strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { RemovalSchema, showRemoval } from './made-shape.ts'
import { MemberSchema, showMember } from './member-shape.ts'

const role = Type.Unsafe<MemberRole>(
  patternText(`^(${MEMBER_ROLES.join('|')})$`, 'owner, revenue, front_desk or read_only'),
)
const NewMember = strictObject({ email: EmailSchema, role })
const MemberPatch = strictObject({ role })

const LIST = {
  summary: 'People of a hotel',
  description:
    'Who belongs to it, and as what. All read figures, bookings, rooms, days, rates and reviews; `front_desk` makes, changes and ends bookings; `revenue` changes days, rates and room types; an `owner` does all of it, replies to reviews, and sees to taxes, people, API keys and webhooks; `read_only` changes nothing.',
  query: pageParameters(),
  says: 'A page, in the order the accounts were made.',
  answer: pageOf(MemberSchema),
}

const ADD = {
  stepUp: 'member' as const,
  summary: 'Let somebody into a hotel',
  description: `Takes the address of an account of the role \`hotel_manager\`, which may belong to other hotels, too; any other address is \`unknown_account\`: invite it (\`POST /v1/panel/invitations\`). At most ${MEMBERS_MAX} a hotel. It counts from the next request on.`,
  body: NewMember,
  examples: { 'A receptionist': { email: 'ayse@example.com', role: 'front_desk' as const } },
  status: 201 as const,
  says: 'The member.',
  answer: MemberSchema,
  errors: ['already_exists'] as const,
}

const CHANGE = {
  stepUp: 'member' as const,
  summary: 'Give somebody another role in a hotel',
  description:
    'Counts from their next request on; what they wait for is looked at anew. A hotel keeps an owner whose account is active (`last_owner`).',
  body: MemberPatch,
  examples: { 'To revenue': { role: 'revenue' as const } },
  says: 'The member.',
  answer: MemberSchema,
  errors: ['last_owner'] as const,
}

const REMOVE = {
  stepUpIf: 'member' as const,
  summary: 'End a membership',
  description:
    'From their next request on the hotel is to them as if it were not there. The account stays. The last active owner stays, too (`last_owner`). `made` lists the keys, connections, sites and webhooks that they made at this hotel, or that a key or connection of theirs did, and that stand; with `revoke=true`, which needs an owner, those end with the membership. `simulate=true` tells it and removes nobody.',
  query: {
    revoke: Type.Optional(Type.Boolean({ description: 'End what they made, too.' })),
    simulate: Type.Optional(Type.Boolean({ description: 'Tell it, and remove nobody.' })),
  },
  says: 'What they made here.',
  answer: RemovalSchema,
  errors: ['last_owner'] as const,
}

/** The people of a hotel, seen to by its owners (contract §5, *Memberships*). */
export function panelMemberRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/members', hotelDoor(context), 'Panel')
  const owner = { memberRole: 'owner' } as const

  route('GET', '', {
    id: 'listPanelMembers',
    ...{ ...owner, ...LIST },
    handle: ({ hotel, query }) => showPage(context, hotel.id, query),
  })

  route('POST', '', {
    id: 'addPanelMember',
    ...{ ...owner, ...ADD },
    handle: async ({ actor, hotel, body }) =>
      showMember(await addMember(context, actor, hotel, body)),
  })

  route('PATCH', '/:userId', {
    id: 'changePanelMember',
    ...{ ...owner, ...CHANGE },
    handle: async ({ actor, hotel, params: { userId }, body }) =>
      showMember(await changeMember(context, actor, hotel, { userId, ...body })),
  })

  route('DELETE', '/:userId', {
    id: 'removePanelMember',
    ...{ ...owner, ...REMOVE, isForSelf: true },
    description: `${REMOVE.description} Everybody may leave the hotel themselves, whatever their role.`,
    handle: async ({ actor, hotel, params: { userId }, query, needStepUp }) => {
      if (!query.simulate) needStepUp('member')
      return showRemoval(await removeMember(context, actor, hotel, { userId, ...query }))
    },
  })

  return app
}

/** The same for any hotel, by admins. */
export function adminMemberRoutes(context: Context) {
  const door = sessionDoor(context, 'admin')
  const { app, route } = routes('/v1/admin/hotels', door, 'Administration')
  const placeOf = async (slug: string) => ({ slug, id: (await hotelOf(context.store, slug)).id })

  route('GET', '/:slug/members', {
    id: 'listMembers',
    ...LIST,
    handle: async ({ params: { slug }, query }) =>
      await showPage(context, (await placeOf(slug)).id, query),
  })

  route('POST', '/:slug/members', {
    id: 'addMember',
    ...ADD,
    handle: async ({ actor, params: { slug }, body }) =>
      showMember(await addMember(context, actor, await placeOf(slug), body)),
  })

  route('PATCH', '/:slug/members/:userId', {
    id: 'changeMember',
    ...CHANGE,
    handle: async ({ actor, params: { slug, userId }, body }) =>
      showMember(await changeMember(context, actor, await placeOf(slug), { userId, ...body })),
  })

  route('DELETE', '/:slug/members/:userId', {
    id: 'removeMember',
    ...REMOVE,
    handle: async ({ actor, params: { slug, userId }, query, needStepUp }) => {
      if (!query.simulate) needStepUp('member')
      const place = await placeOf(slug)
      return showRemoval(await removeMember(context, actor, place, { userId, ...query }))
    },
  })

  return app
}

const showPage = (context: Context, hotelId: number, query: PageQuery) =>
  page(query, {
    of: ['members', hotelId],
    by: { userId: '' },
    rows: (after, limit) => listMembers(context.store, hotelId, { afterId: after?.userId, limit }),
    show: (member): Static<typeof MemberSchema> => showMember(member),
  })
