import { Type } from 'typebox'
import { MEMBERSHIPS_MAX } from '../../domain/accounts/membership.ts'
import { ROLES, type Role, USER_STATUSES, type UserStatus } from '../../domain/accounts/user.ts'
import { AGENCY_OPTION_DAYS_MAX } from '../../domain/bookings/option.ts'
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
import { AgencyRoleSchema } from './colleague-shape.ts'

type Add = AddRoute<SignedIn>

const AgencyCode = patternText('^[A-Z0-9][A-Z0-9_-]{1,31}$', '2 to 32 capitals, digits, - and _')

const Status = Type.Unsafe<UserStatus>(
  patternText(`^(${USER_STATUSES.join('|')})$`, 'active or blocked'),
)

const user = {
  email: EmailSchema,
  // Bounds the size only, as in `auth.ts`.
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
  agencyRole: Type.Optional(AgencyRoleSchema),
}
const agency = {
  name: NameLine,
  email: EmailSchema,
  commissionBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }),
}
const optionDays = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: AGENCY_OPTION_DAYS_MAX,
    description: 'Days that its options may last (`holdUntil`); 0: holds of 15 minutes alone.',
  }),
)
const active = Type.Optional(Type.Boolean())

/** Accounts of every role, and agencies, managed by admins (contract §5). */
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
      'Filter by role, status, and word parts of name and e-mail address, in any order, ignoring case and accents.',
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
    summary: 'Create an account',
    description:
      'Of any role. A `hotel_manager` becomes owner of the hotels in `hotels` (slugs); an `agency_user` needs an `agencyCode` and is its owner unless `agencyRole` says otherwise.',
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
      'A new password, role or status ends every token of the account at once. A new role drops the hotels or agency of the old one, and another agency the role in it. In `hotels`, present hotels keep their role, and the account becomes owner of new ones; send `seenHotels`, the hotels as you saw them, to leave later changes by others untouched. The last active owner of a hotel or an agency stays (`last_owner`). The last active admin can neither be blocked nor get another role. `made` lists the active keys, connections, sites and webhooks that the account, or a key or connection of it, created: at every hotel if it is blocked, else at the hotels that it loses; `revoke: true` ends them with the change. `simulate: true` only reports them and changes nothing.',
    body: Type.Partial(
      strictObject({
        ...user,
        ...membership,
        seenHotels: Slugs,
        status: Status,
        revoke: Type.Boolean({ description: 'Also end the items in `made`.' }),
        simulate: Type.Boolean({ description: 'Report only, and change nothing.' }),
      }),
    ),
    examples: {
      Block: { status: 'blocked' },
      'Block, and end what it made': { status: 'blocked', revoke: true },
      'What it made': { status: 'blocked', simulate: true },
    },
    says: 'The account, and what it created where it loses access.',
    answer: ChangedUserSchema,
    errors: ['already_exists', 'last_owner', 'password_too_weak'],
    handle: async ({ actor, params: { id }, body, needStepUp }) => {
      // A change of name alone needs no step-up.
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
    summary: 'Remove a lost second factor from an account',
    description:
      'For a person who has lost device and recovery codes; verify the identity by other means. The account then logs in with its password alone. Not for your own account.',
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
      'Filter by `active`, and word parts of name, code and e-mail address, in any order, ignoring case and accents.',
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
    summary: 'Create an agency',
    description: 'Bookings carry its code, which never changes.',
    body: strictObject({ code: AgencyCode, ...agency, optionDays, active }),
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
      showAgency(await createAgency(context, actor, { active: true, optionDays: 0, ...body })),
  })

  route('PATCH', '/admin/agencies/:code', {
    id: 'changeAgency',
    summary: 'Change or suspend an agency',
    description:
      'A new commission applies to bookings made or changed from now on. `active: false`: its users can no longer book.',
    body: Type.Partial(strictObject({ ...agency, optionDays, active })),
    examples: { 'Twelve percent': { commissionBasisPoints: 1_200 } },
    says: 'The agency.',
    answer: AgencySchema,
    handle: async ({ actor, params: { code }, body }) =>
      showAgency(await changeAgency(context, actor, code, body)),
  })
}
