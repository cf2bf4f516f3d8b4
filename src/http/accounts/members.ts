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
import { RemovalSchema, showRemoval } from './access-grant-shape.ts'
import { MemberSchema, showMember } from './member-shape.ts'

const role = Type.Unsafe<MemberRole>(
  patternText(`^(${MEMBER_ROLES.join('|')})$`, 'owner, revenue, front_desk or read_only'),
)
const NewMember = strictObject({ email: EmailSchema, role })
const MemberPatch = strictObject({ role })

const LIST = {
  summary: 'People of a hotel',
  description:
    'Members with their roles. All read figures, bookings, rooms, days, rates and reviews; `front_desk` makes, changes and ends bookings; `revenue` changes days, rates and room types; an `owner` does all of this, replies to reviews, and manages taxes, people, API keys and webhooks; `read_only` changes nothing.',
  query: pageParameters(),
  says: 'A page, in order of the accounts’ creation.',
  answer: pageOf(MemberSchema),
}

const ADD = {
  stepUp: 'member' as const,
  summary: 'Add a member to a hotel',
  description: `Takes the address of a \`hotel_manager\` account, which may belong to other hotels, too; any other address is \`unknown_account\`: invite it (\`POST /v1/panel/invitations\`). At most ${MEMBERS_MAX} per hotel. It takes effect at the next request.`,
  body: NewMember,
  examples: { 'A receptionist': { email: 'ayse@example.com', role: 'front_desk' as const } },
  status: 201 as const,
  says: 'The member.',
  answer: MemberSchema,
  errors: ['already_exists'] as const,
}

const CHANGE = {
  stepUp: 'member' as const,
  summary: 'Change the role of a member',
  description:
    'It takes effect at the member’s next request; waiting requests are checked again. A hotel keeps at least one active owner (`last_owner`).',
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
    'From the next request on, the hotel is 404 for the former member. The account stays. The last active owner cannot leave (`last_owner`). `made` lists the active keys, connections, sites and webhooks that the member, or a key or connection of theirs, created at this hotel; `revoke=true`, for owners only, ends them with the membership. `simulate=true` only reports them.',
  query: {
    revoke: Type.Optional(Type.Boolean({ description: 'Also end the items in `made`.' })),
    simulate: Type.Optional(Type.Boolean({ description: 'Report only, and remove no one.' })),
  },
  says: 'The items they created here.',
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
    description: `${REMOVE.description} Members of any role may leave the hotel themselves.`,
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
