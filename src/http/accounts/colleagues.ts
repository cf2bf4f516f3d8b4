import { Type } from 'typebox'
import { needRoleInAgency } from '../../domain/accounts/user.ts'
import {
  changeColleague,
  endColleagueSessions,
  removeColleague,
  requireAgencyFactor,
} from '../../service/accounts/colleagues.ts'
import { listColleagues } from '../../store/accounts/colleagues.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { together } from '../api/route-group.ts'
import { pageOf } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { type Agent, agencyDoor } from '../doors/agency.ts'
import { addInvitations, adminAgencyInvitationRoutes } from './agency-invitations.ts'
import { AgencyRoleSchema, ColleagueSchema, showColleague } from './colleague-shape.ts'
import { FactorRuleSchema } from './factor-required.ts'

type Add = AddRoute<Agent>

const role = AgencyRoleSchema

/** The people of an agency, seen to by its owners, and by admins who invite (contract-agencies, *Roles*). */
export function colleagueRoutes(context: Context) {
  const prefix = '/v1/acenta'
  const owners = routes(prefix, agencyDoor(context, 'agency_owner'), 'Agencies')
  addPeople(owners.route, context)
  addInvitations(owners.route, context)
  addFactorRule(owners.route, context)
  const everybody = routes(prefix, agencyDoor(context), 'Agencies')
  addRemoval(everybody.route, context)
  return together(owners.app, everybody.app, adminAgencyInvitationRoutes(context))
}

function addPeople(route: Add, context: Context): void {
  route('GET', '/colleagues', {
    id: 'listColleagues',
    summary: 'People of the agency',
    description:
      'With their roles. All read bookings, terms and figures; `agency_seller` also sells, changes and cancels; an `agency_owner` does all of this and manages the agency and its people.',
    query: pageParameters(),
    says: 'A page, in order of the accounts’ creation.',
    answer: pageOf(ColleagueSchema),
    handle: async ({ agency, query }) =>
      await page(query, {
        of: ['colleagues', agency.id],
        by: { userId: '' },
        rows: (after, limit) =>
          listColleagues(context.store, agency.id, { afterId: after?.userId, limit }),
        show: showColleague,
      }),
  })

  route('PATCH', '/colleagues/:userId', {
    id: 'changeColleague',
    stepUp: 'member',
    summary: 'Change the role of a colleague',
    description:
      'It takes effect at the next request. An agency keeps at least one active owner (`last_owner`).',
    body: strictObject({ role }),
    examples: { 'To the accounts': { role: 'agency_accounts' } },
    says: 'The colleague.',
    answer: ColleagueSchema,
    errors: ['last_owner'],
    handle: async ({ actor, agency, params: { userId }, body }) =>
      showColleague(await changeColleague(context, actor, agency, { userId, ...body })),
  })

  route('DELETE', '/colleagues/:userId/sessions', {
    id: 'endColleagueSessions',
    summary: 'Sign a colleague out everywhere',
    says: 'All of the account’s sessions have ended.',
    handle: async ({ actor, agency, params: { userId } }) =>
      await endColleagueSessions(context, actor, agency, userId),
  })
}

function addRemoval(route: Add, context: Context): void {
  route('DELETE', '/colleagues/:userId', {
    id: 'removeColleague',
    stepUp: 'member',
    summary: 'Remove a colleague',
    description:
      'By owners; people of any role may leave by themselves. The account stays, without an agency, and is signed out; bookings stay with the agency. The last active owner cannot leave (`last_owner`).',
    says: 'Removed.',
    errors: ['last_owner', 'role_missing'],
    handle: async ({ actor, user, agency, params: { userId } }) => {
      if (userId !== user.id) needRoleInAgency(user, ['agency_owner'])
      await removeColleague(context, actor, agency, userId)
    },
  })
}

function addFactorRule(route: Add, context: Context): void {
  route('GET', '/second-factor', {
    id: 'getAgencySecondFactor',
    summary: 'Get the agency’s second factor rule',
    says: 'The rule.',
    answer: FactorRuleSchema,
    handle: ({ agency }) => ({ required: agency.secondFactorRequired }),
  })

  route('PATCH', '/second-factor', {
    id: 'changeAgencySecondFactor',
    stepUp: 'second_factor_rule',
    summary: 'Require a second factor of the agency’s people',
    description:
      'From their next request on, people without one are answered 403 `second_factor_required`; an owner without one cannot set it (`own_factor_first`).',
    body: strictObject({ required: Type.Boolean() }),
    examples: { Ask: { required: true } },
    says: 'The rule now.',
    answer: FactorRuleSchema,
    handle: async ({ actor, user, agency, body: { required } }) => {
      await requireAgencyFactor(context, { actor, user }, agency, required)
      return { required }
    },
  })
}
