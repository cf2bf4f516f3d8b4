import { stepUpRequired } from '../../domain/accounts/step-up.ts'
import type { Role, User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import type { Accountable, Door } from '../api/route.ts'
import { publicDoor, spendPublic } from './public-limit.ts'
import { type Session, sessionOf, tokens, unauthenticated } from './session.ts'
import { watchAdmin } from './visits.ts'

/** A signed-in caller with the actor for the audit. */
export type SignedIn = Session & Accountable & { actor: Actor }

/** The OpenAPI security scheme of each role. */
const SCHEMES = {
  guest: 'session',
  hotel_manager: 'hotelManager',
  agency_user: 'agencyUser',
  admin: 'admin',
} as const satisfies Record<Role, string>

/**
 * Admits a valid session token, of one of these roles if any are named, within the general rate limit: 401
 * `unauthenticated` without a token, 403 `forbidden` for another role.
 */
export function sessionDoor(context: Context, ...roles: Role[]): Door<SignedIn> {
  return dearSessionDoor(context, 1, ...roles)
}

/** The same for calls that cost several tokens. */
function dearSessionDoor(context: Context, cost: number, ...roles: Role[]): Door<SignedIn> {
  const spend = spendPublic(context, cost)
  const { jwt } = tokens(context).decorator
  const names = roles.length === 0 ? ['session'] : roles.map((role) => SCHEMES[role])
  return {
    context,
    security: names.map((name) => ({ [name]: [] })),
    errors: [
      'unauthenticated',
      'rate_limited',
      ...(roles.length > 0 ? (['forbidden'] as const) : []),
    ],
    hasSessions: true,
    async enter(call) {
      await spend(call)
      const session = await sessionOf(context, jwt, call.request)
      if (!session) throw unauthenticated()
      const { user } = session
      if (roles.length > 0 && !roles.includes(user.role))
        throw new AppError('forbidden', `This needs the role ${roles.join(' or ')}.`)
      watchAdmin(context, call.request, { user })
      return {
        ...session,
        actor: { type: 'user', id: user.id },
        needStepUp(act) {
          // A session without any step-up counts from the epoch.
          const sinceMs = context.nowMs() - (session.steppedUpAtMs ?? 0)
          if (sinceMs >= context.stepUpMs) throw stepUpRequired(act)
        },
      }
    },
  }
}

/** Admits everyone, within the general rate limit, with the user of a valid token; an invalid token is ignored. */
export function visitorDoor(context: Context): Door<{ user: User | undefined }> {
  const { jwt } = tokens(context).decorator
  const open = publicDoor(context)
  return {
    context,
    security: [...open.security, ...sessionDoor(context).security],
    errors: open.errors,
    async enter(call, readQuery) {
      await open.enter(call, readQuery)
      const { request } = call
      const isGuest = !request.headers.has('authorization')
      const user = isGuest ? undefined : (await sessionOf(context, jwt, request))?.user
      watchAdmin(context, request, { user })
      return { user }
    },
  }
}

/**
 * Admits guests without a header, and users with a valid token (else 401), within the general rate limit.
 *
 * @param cost the tokens of one call
 */
export function guestDoor(context: Context, cost = 1): Door<{ user: User | undefined }> {
  const session = dearSessionDoor(context, cost)
  const open = publicDoor(context, cost)
  return {
    context,
    security: [...open.security, ...session.security],
    errors: session.errors,
    async enter(...call) {
      const [{ request }] = call
      if (request.headers.has('authorization')) return await session.enter(...call)
      return { ...(await open.enter(...call)), user: undefined }
    },
  }
}
