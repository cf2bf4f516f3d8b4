import { Type } from 'typebox'
import { MEMBERSHIPS_MAX } from '../../domain/accounts/membership.ts'
import { ROLES, type Role, USER_STATUSES, type UserStatus } from '../../domain/accounts/user.ts'
import { PASSWORD_LENGTH_MAX } from '../../domain/kernel/limits.ts'
import { changeUser, createUser } from '../../service/accounts/catalog-users.ts'
import { removeFactor } from '../../service/accounts/second-factor.ts'
import { changeAgency, createAgency } from '../../service/agencies/agencies.ts'
import { listAgencies, listUsers } from '../../store/catalog/catalog-lists.ts'
import { NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { oneOf, SearchParameter } from '../api/query.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { searchPageOf } from '../api/schema.ts'
import { EmailSchema, patternText, strictObject } from '../api/texts.ts'
import { type SignedIn, sessionDoor } from '../doors/session-door.ts'
import { AgencySchema, showAgency, UserSchema, userViews } from './account-shape.ts'
import { ChangedUserSchema, showChangedUser } from './changed-user-shape.ts'

type Add = AddRoute<SignedIn>

const AgencyCode = patternText('^[A-Z0-9][A-Z0-9_-]{1,31}$', '2 to 32 capitals, digits, - and _')

const Status = Type.Unsafe<UserStatus>(
  patternText(`^(${USER_STATUSES.join('|')})$`, 'active or blocked'),
)

const user = {
  email: EmailSchema,
  // Bounds the size only, as of one's own.
  password: Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX }),
  name: NameLine,
  role: Type.Unsafe<Role>(
    patternText(`^(${ROLES.join('|')})$`, 'guest, hotel_manager, agency_user or admin'),
  ),
}
const Slugs = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: MEMBERSHIPS_MAX,
})
const membership = {
  hotels: Type.Optional(Slugs),
  agencyCode: Type.Optional(AgencyCode),
}
const agency = {
  name: NameLine,
  email: EmailSchema,
  commissionBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }),
}
const active = Type.Optional(Type.Boolean())

/** Accounts of every role and agencies, made, changed and listed by admins (contract §5). */
export function adminAccountRoutes(context: Context) {
  const { app, route } = routes('/v1', sessionDoor(context, 'admin'), 'Administration')
  addUserList(route, context)
  addUsers(route, context)
  addFactorRemoval(route, context)
  addAgencies(route, context)
  return app
}

function addUserList(route: Add, context: Context): void {
  route('GET', '/admin/users', {
    id: 'listUsers',
    summary: 'Accounts',
    description:
      'By role, status, and parts of words of name and e-mail address, in any order, without regard to case and marks.',
    query: {
      ...pageParameters(),
      role: Type.Optional(oneOf(...ROLES)),
      status: Type.Optional(oneOf(...USER_STATUSES)),
      q: SearchParameter,
    },
    says: 'A page.',
    answer: searchPageOf(UserSchema),
    handle: async ({ query }) => {
      const { role, status, q } = query
      const filter = { role, status, q }
      return await page(query, {
        of: ['users', filter],
        by: { id: '' },
        rows: (after, limit) =>
          listUsers(context.store.long, filter, { afterId: after?.id, limit }),
        show: userViews(context),
      })
    },
  })
}

function addUsers(route: Add, context: Context): void {
  route('POST', '/admin/users', {
    id: 'createUser',
    stepUp: 'account',
    summary: 'Make an account',
    description:
      'Of any role. `hotels` are the slugs a `hotel_manager` belongs to, as their owner; an `agency_user` needs an `agencyCode`.',
    body: strictObject({ ...user, ...membership }),
    examples: {
      'A manager of the demo': {
        email: 'mehmet@example.com',
        password: 'a long enough secret',
        name: 'Mehmet Kaya',
        role: 'hotel_manager',
        hotels: ['alfa-grand-bosphorus'],
      },
    },
    status: 201,
    says: 'The account.',
    answer: UserSchema,
    errors: ['already_exists', 'password_too_weak'],
    handle: async ({ actor, body }) =>
      await userViews(context)(await createUser(context, actor, body)),
  })

  route('PATCH', '/admin/users/:id', {
    id: 'changeUser',
    stepUpIf: 'account',
    summary: 'Change an account',
    description:
      'Another password, role or status ends every token of the account at once. Another role drops the hotels or agency of the former one. Of `hotels` those that stay keep the role in them, a new one is owned; with `seenHotels`, its hotels as you saw them, one that it has lost since is not given back, nor one that it was given since taken away. The last active owner of a hotel stays in it (`last_owner`). The last active admin can neither be blocked nor made something else. `made` lists the keys, connections, sites and webhooks that stand of those that the account, or a key or connection of it, made: at every hotel where it is blocked, at the hotels that it loses else; with `revoke: true` those end with the change. `simulate: true` tells it and changes nothing.',
    body: Type.Partial(
      strictObject({
        ...user,
        ...membership,
        seenHotels: Slugs,
        status: Status,
        revoke: Type.Boolean({ description: 'End what it made, too.' }),
        simulate: Type.Boolean({ description: 'Tell it, and change nothing.' }),
      }),
    ),
    examples: {
      Block: { status: 'blocked' },
      'Block, and end what it made': { status: 'blocked', revoke: true },
      'What it made': { status: 'blocked', simulate: true },
    },
    says: 'The account, and what it made where it is let in no more.',
    answer: ChangedUserSchema,
    errors: ['already_exists', 'last_owner', 'password_too_weak'],
    handle: async ({ actor, params: { id }, body, needStepUp }) => {
      // A name opens nothing.
      const { simulate, name, ...rest } = body
      if (!simulate && Object.keys(rest).length > 0) needStepUp('account')
      return await showChangedUser(context, await changeUser(context, actor, id, body))
    },
  })
}

function addFactorRemoval(route: Add, context: Context): void {
  route('DELETE', '/admin/users/:id/second-factor', {
    id: 'removeUserSecondFactor',
    stepUp: 'account',
    summary: 'Take a lost second factor off an account',
    description:
      'For whoever has lost device and recovery codes, when you know by other means that it is them. The account then logs in with its password alone. Not for your own.',
    says: 'The account.',
    answer: UserSchema,
    handle: async ({ actor, params: { id } }) =>
      await userViews(context)(await removeFactor(context, actor, id)),
  })
}

function addAgencies(route: Add, context: Context): void {
  route('GET', '/agencies', {
    id: 'listAgencies',
    summary: 'Every agency',
    description:
      'By whether it is active, and parts of words of name, code and e-mail address, in any order, without regard to case and marks.',
    query: { ...pageParameters(), active, q: SearchParameter },
    says: 'A page.',
    answer: searchPageOf(AgencySchema),
    handle: async ({ query }) => {
      const filter = { active: query.active, q: query.q }
      return await page(query, {
        of: ['agencies', filter],
        by: { id: 0 },
        rows: (after, limit) =>
          listAgencies(context.store.long, filter, { afterId: after?.id, limit }),
        show: showAgency,
      })
    },
  })

  route('POST', '/admin/agencies', {
    id: 'createAgency',
    summary: 'Make an agency',
    description: 'Its code is what bookings carry and never changes.',
    body: strictObject({ code: AgencyCode, ...agency, active }),
    examples: {
      'Ten percent': {
        code: 'ECHO',
        name: 'Echo Travel',
        email: 'echo@example.com',
        commissionBasisPoints: 1_000,
      },
    },
    status: 201,
    says: 'The agency.',
    answer: AgencySchema,
    errors: ['already_exists'],
    handle: async ({ actor, body }) =>
      showAgency(await createAgency(context, actor, { active: true, ...body })),
  })

  route('PATCH', '/admin/agencies/:code', {
    id: 'changeAgency',
    summary: 'Change or suspend an agency',
    description:
      'Another commission counts for what is booked or changed from now on. `active: false`: its users book nothing more.',
    body: Type.Partial(strictObject({ ...agency, active })),
    examples: { 'Twelve percent': { commissionBasisPoints: 1_200 } },
    says: 'The agency.',
    answer: AgencySchema,
    handle: async ({ actor, params: { code }, body }) =>
      showAgency(await changeAgency(context, actor, code, body)),
  })
}
