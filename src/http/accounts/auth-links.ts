import { Type } from 'typebox'
import { LINK_KINDS, LINKS_PER_HOUR } from '../../domain/accounts/account-link.ts'
import type { User } from '../../domain/accounts/user.ts'
import { ROLES } from '../../domain/accounts/user.ts'
import { PASSWORD_LENGTH_MAX } from '../../domain/kernel/limits.ts'
import { perMinute } from '../../domain/kernel/rate-limit.ts'
import {
  acceptInvitation,
  arrivalOf,
  checkInviter,
} from '../../service/accounts/accept-invitation.ts'
import { addressOf } from '../../service/accounts/addresses.ts'
import { confirmEmail, refuseEmail } from '../../service/accounts/change-email.ts'
import { openLink } from '../../service/accounts/make-link.ts'
import { holderOf, resetPassword } from '../../service/accounts/reset-password.ts'
import { findAgency } from '../../store/agencies/agencies.ts'
import { findLinkMailData } from '../../store/mails/mail-data.ts'
import { NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { together } from '../api/route-group.ts'
import { nullable, show, words } from '../api/schema.ts'
import { LanguageSchema, strictObject } from '../api/texts.ts'
import { rememberPlace } from '../doors/device-cookie.ts'
import { limitAddress } from '../doors/login-addresses.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { guestDoor } from '../doors/session-door.ts'
import { originOf } from '../doors/session-origin.ts'
import { signInPlace } from '../doors/visitor.ts'
import { SessionSchema } from './account-shape.ts'
import { answerSignIn } from './answer-sign-in.ts'
import { LinkSchema, type LinkView } from './link-shape.ts'

/** Registrations, and separately log-ins, a minute from one address (contract §7). */
const AUTH_REQUESTS_PER_MINUTE = 10

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIwMTk4In0.signature'
const Token = Type.String({ minLength: 1, maxLength: 1_000 })
const Password = Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX })
const WithToken = strictObject({ token: Token })
const ASKS = perMinute(AUTH_REQUESTS_PER_MINUTE)

/** One-time links, mailed or handed over: reading and using them (issue 17, part 3). Reading does not use a link up. */
export function authLinkRoutes(context: Context) {
  const open = routes('/v1/auth', publicDoor(context), 'Accounts')
  addForgotten(open.route, context)
  addReset(open.route, context)
  addEmail(open.route, context)
  const visitors = routes('/v1/auth', guestDoor(context), 'Accounts')
  addAcceptance(visitors.route, context)
  return together(open.app, visitors.app)
}

function addForgotten(route: AddRoute<object>, context: Context): void {
  const { accountLimiter, forgotten, isMailing } = context
  route('POST', '/forgot-password', {
    id: 'forgotPassword',
    summary: 'Request a link to choose a new password',
    description: `The link is mailed if an active account has the address, at most ${LINKS_PER_HOUR} times an hour; the answer is the same for every address, and sent before any look-up. Without a mail server (\`isMailing: false\`) nothing happens: an admin makes a link and hands it over.`,
    // Any text: an invalid address simply has no account.
    body: strictObject({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      language: Type.Optional(LanguageSchema),
    }),
    examples: { 'In Turkish': { email: 'grace@example.com', language: 'tr' } },
    status: 202,
    says: 'Tells if this service sends mail at all.',
    answer: Type.Object({ isMailing: Type.Boolean() }),
    handle: async ({ request, server, body }) => {
      limitAddress(context, 'forgot', await signInPlace(context, { request, server }))
      const email = await addressOf(context.store, body.email)
      // No deliverable e-mail address has a NUL, so no text can name another bucket.
      const spent = accountLimiter.spend(`forgot\0${email}`, ASKS)
      if (!spent.allowed) throw rateLimited('links', 'Too many requests for this address.', spent)
      forgotten.ask({ email, language: body.language ?? 'en' })
      return { isMailing }
    },
  })
}

function addReset(route: AddRoute<object>, context: Context): void {
  route('POST', '/link', {
    id: 'readLink',
    summary: 'Show the purpose of a link',
    description: 'Does not use the link up.',
    body: WithToken,
    examples: { 'A link': { token: TOKEN } },
    says: 'The facts for its holder.',
    answer: LinkSchema,
    errors: ['link_invalid'],
    handle: async ({ body, set }) => {
      set.headers['cache-control'] = 'no-store'
      return await viewOf(context, body.token)
    },
  })

  route('POST', '/reset-password', {
    id: 'resetPassword',
    summary: 'Choose a new password by a link',
    description:
      'Ends every token of the account and all its other links; log in next. If the link was mailed, this place counts as one where the account signed in before. A refused password does not use the link up.',
    body: strictObject({ token: Token, password: Password }),
    examples: { 'A new one': { token: TOKEN, password: 'a ferry on the Bosphorus' } },
    says: 'The account with the new password.',
    answer: Type.Object({ email: Type.String(), role: words(...ROLES) }),
    headers: ['Set-Cookie'],
    errors: ['link_invalid', 'password_too_weak'],
    handle: async ({ request, server, body, set }) => {
      const place = await signInPlace(context, { request, server })
      limitAddress(context, 'link', place)
      set.headers['cache-control'] = 'no-store'
      const { user, isMailed } = await resetPassword(context, body)
      if (isMailed) await rememberPlace(context, { request, set }, { userId: user.id, place })
      const { email, role } = user
      return { email, role }
    },
  })
}

function addEmail(route: AddRoute<object>, context: Context): void {
  route('POST', '/confirm-email', {
    id: 'confirmEmail',
    summary: 'Confirm another e-mail address by a link',
    description:
      'Two links were mailed, to the old and the new address; using both makes the change. An unproven account that registered the new address in the meantime loses it. A refusal uses neither link up.',
    body: WithToken,
    examples: { 'A link': { token: TOKEN } },
    says: 'Tells if the account has the new address now.',
    answer: Type.Object({ isDone: Type.Boolean() }),
    errors: ['link_invalid', 'already_exists'],
    handle: async ({ body }) => ({ isDone: await confirmEmail(context, body.token) }),
  })

  route('POST', '/refuse-email', {
    id: 'refuseEmail',
    summary: 'Refuse another e-mail address by a link',
    description: 'By either link: both end, and the account keeps its address.',
    body: WithToken,
    examples: { 'A link': { token: TOKEN } },
    says: 'Refused.',
    errors: ['link_invalid'],
    handle: async ({ body }) => await refuseEmail(context, body.token),
  })
}

function addAcceptance(route: AddRoute<{ user: User | undefined }>, context: Context): void {
  route('POST', '/accept-invitation', {
    id: 'acceptInvitation',
    summary: 'Accept an invitation into a hotel or an agency',
    description:
      'Creates an account for the invited address with name and password, adds it to the hotel or the agency and signs it in. If `needsSignIn` is true, send the token of that account instead of name and password.',
    body: strictObject({
      token: Token,
      name: Type.Optional(NameLine),
      password: Type.Optional(Password),
      keep: Type.Optional(Type.Boolean({ description: 'As in a log-in.' })),
    }),
    examples: {
      'A newcomer': { token: TOKEN, name: 'Ayşe Demir', password: 'a ferry on the Bosphorus' },
    },
    says: 'The session and the joined hotel or agency; `session` is null for a signed-in caller.',
    answer: Type.Object({
      hotelSlug: nullable(Type.String()),
      agencyCode: nullable(Type.String()),
      session: Type.Union([Type.Null(), SessionSchema]),
    }),
    headers: ['Set-Cookie'],
    errors: ['link_invalid', 'already_exists', 'password_too_weak'],
    handle: async ({ user: caller, request, server, set, body }) => {
      const place = await signInPlace(context, { request, server })
      limitAddress(context, 'link', place)
      set.headers['cache-control'] = 'no-store'
      const { keep = false, ...acceptance } = body
      const origin = originOf(request, place)
      const accepted = await acceptInvitation(context, acceptance, { caller, origin })
      const { user, session, ...house } = accepted
      if (!session) return { ...house, session: null }
      const passed = { user, session, place, by: 'invitation', keep } as const
      return { ...house, session: await answerSignIn(context, { request, set }, passed) }
    },
  })
}

/** @throws AppError `link_invalid` */
async function viewOf(context: Context, token: string): Promise<LinkView> {
  const { store } = context
  const link = await openLink(context, token, LINK_KINDS)
  const { kind, address: email, hotelId, agencyId, memberRole: role } = link
  const isInvitation = kind === 'invitation'
  if (isInvitation) await checkInviter(store, link)
  else await holderOf(store, link)
  const needsSignIn = isInvitation && (await arrivalOf(store, link)) === 'member'
  const matter = await findLinkMailData(store, link.id)
  const hotel = hotelId === null ? undefined : await context.hotelOf(hotelId)
  const agency = agencyId === null ? undefined : await findAgency(store, agencyId)
  return show(LinkSchema, {
    ...{ kind, email, role, needsSignIn, expiresAtMs: link.expiresAtMs },
    newEmail: (kind === 'email_old' && matter?.otherAddress) || null,
    hotel: hotel ? { slug: hotel.hotel.slug, name: hotel.hotel.name } : null,
    agency: agency ? { code: agency.code, name: agency.name } : null,
    invitedBy: matter?.invitation?.by ?? null,
  })
}
