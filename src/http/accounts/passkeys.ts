import { Type } from 'typebox'
import { PASSKEYS_MAX } from '../../domain/accounts/passkey.ts'
import type { User } from '../../domain/accounts/user.ts'
import { PASSWORD_LENGTH_MAX } from '../../domain/kernel/limits.ts'
import { addPasskeyWithNotice } from '../../service/accounts/add-passkey.ts'
import {
  askForPasskey,
  changePasskey,
  removePasskey,
  signInByPasskey,
} from '../../service/accounts/passkeys.ts'
import { listPasskeys, type Passkey } from '../../store/accounts/passkeys.ts'
import { NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { oneOf } from '../api/query.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { together } from '../api/route-group.ts'
import { show } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { attemptOf, type LoginGuard } from '../doors/login-guard.ts'
import { partyOf } from '../doors/passkey-party.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { unauthenticated } from '../doors/session.ts'
import { guestDoor, type SignedIn, sessionDoor } from '../doors/session-door.ts'
import { originOf } from '../doors/session-origin.ts'
import { signInPlace } from '../doors/visitor.ts'
import { PasskeySchema, PasskeysSchema, SessionSchema } from './account-shape.ts'
import { answerSignIn } from './answer-sign-in.ts'
import {
  ASSERTION_EXAMPLE,
  AssertionBody,
  ATTESTATION_EXAMPLE,
  AttestationBody,
  OptionsSchema,
} from './passkey-bodies.ts'

/** Passkeys (WebAuthn Level 3): signing in, and managing the caller's own (`contract-access`, *Accounts*). */
export function passkeyRoutes(context: Context, guard: LoginGuard) {
  const asking = routes('/v1/auth/passkeys', guestDoor(context), 'Accounts')
  const open = routes('/v1/auth/passkeys', publicDoor(context), 'Accounts')
  const own = routes('/v1/auth/passkeys', sessionDoor(context), 'Accounts')
  addOptions(asking.route, context)
  addSignIn(open.route, context)
  addOwn(own.route, context)
  addRemove(own.route, context, guard)
  return together(asking.app, open.app, own.app)
}

function addOptions(route: AddRoute<{ user: User | undefined }>, context: Context): void {
  route('POST', '/options', {
    id: 'askForPasskey',
    summary: 'Get options for a passkey',
    description:
      'Options for the browser, valid once, for five minutes. `for`: `sign_in` (the default; any passkey of the browser, for `POST …/verify`), or, signed in, `step_up` and `add` (for `POST /v1/auth/passkeys`). 409 `passkeys_off` if `PUBLIC_URL` is an IP address.',
    body: strictObject({ for: Type.Optional(oneOf('sign_in', 'step_up', 'add')) }),
    bodyIs: 'optional',
    examples: { 'Sign in': {}, 'Add a passkey': { for: 'add' } },
    says: 'The options for `PublicKeyCredential.parseRequestOptionsFromJSON`, with `add` for `parseCreationOptionsFromJSON`.',
    answer: OptionsSchema,
    errors: ['passkeys_off'],
    handle: async ({ user, body: { for: purpose = 'sign_in' }, set }) => {
      const here = partyOf(context)
      if (purpose !== 'sign_in' && !user) throw unauthenticated()
      set.headers['cache-control'] = 'no-store'
      const asked = { purpose, user: purpose === 'sign_in' ? undefined : user }
      return { publicKey: await askForPasskey(context, here, asked) }
    },
  })
}

function addSignIn(route: AddRoute<object>, context: Context): void {
  route('POST', '/verify', {
    id: 'signInByPasskey',
    summary: 'Sign in by a passkey',
    description:
      'A passkey is both factors: it needs neither password nor code. Every failure gets the same answer and counts nowhere.',
    body: strictObject({ passkey: AssertionBody, keep: Type.Optional(Type.Boolean()) }),
    examples: { 'A browser’s answer, cut short': { passkey: ASSERTION_EXAMPLE } },
    says: 'The token and its account; with `keep` also a cookie, as in a log-in.',
    answer: SessionSchema,
    headers: ['Set-Cookie'],
    errors: ['passkey_invalid', 'passkeys_off'],
    handle: async ({ request, server, set, body: { passkey, keep = false } }) => {
      const here = partyOf(context)
      const place = await signInPlace(context, { request, server })
      const origin = originOf(request, place)
      const { user, session } = await signInByPasskey(context, here, passkey, origin)
      const passed = { user, session, place, by: 'passkey', keep } as const
      return await answerSignIn(context, { request, set }, passed)
    },
  })
}

function addOwn(route: AddRoute<SignedIn>, context: Context): void {
  const view = (passkey: Passkey) =>
    show(PasskeySchema, { ...passkey, usable: passkey.host === context.passkeysAt?.host })

  route('GET', '', {
    id: 'listPasskeys',
    summary: 'My passkeys',
    description: `All, oldest first, at most ${PASSKEYS_MAX}. Passkeys of another host do not work here.`,
    says: 'The passkeys, and the origin where they can be created.',
    answer: PasskeysSchema,
    handle: async ({ user, set }) => {
      set.headers['cache-control'] = 'no-store'
      const items = (await listPasskeys(context.store, user.id)).map(view)
      return { origin: context.passkeysAt?.origin ?? null, items, nextCursor: null }
    },
  })

  route('POST', '', {
    id: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'Takes the browser’s answer to `POST …/options {for: "add"}`: discoverable, with user verification. It counts as the second factor of this session from then on.',
    body: strictObject({ name: NameLine, passkey: AttestationBody }),
    examples: {
      'A browser’s answer, cut short': { name: 'Telephone', passkey: ATTESTATION_EXAMPLE },
    },
    status: 201,
    says: 'The passkey.',
    answer: PasskeySchema,
    stepUp: 'passkey',
    errors: ['passkeys_off'],
    handle: async ({ user, sessionId, body, set }) => {
      set.headers['cache-control'] = 'no-store'
      return view(await addPasskeyWithNotice(context, partyOf(context), { user, sessionId }, body))
    },
  })

  route('PATCH', '/:id', {
    id: 'changePasskey',
    summary: 'Name one of my passkeys',
    body: strictObject({ name: NameLine }),
    examples: { Name: { name: 'Telephone' } },
    says: 'The passkey.',
    answer: PasskeySchema,
    errors: ['not_found'],
    handle: async ({ user, params: { id }, body: { name } }) =>
      view(await changePasskey(context, user, id, name)),
  })
}

function addRemove(route: AddRoute<SignedIn>, context: Context, guard: LoginGuard): void {
  route('DELETE', '/:id', {
    id: 'removePasskey',
    summary: 'Remove one of my passkeys',
    description:
      'Other sessions that used it end. Removing the last passkey, or the last one that works here, needs `currentPassword`.',
    body: strictObject({
      currentPassword: Type.Optional(
        Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX }),
      ),
    }),
    bodyIs: 'optional',
    examples: { 'The last one': { currentPassword: 'a boat on the Bosphorus' } },
    says: 'Removed; no body.',
    stepUp: 'passkey',
    errors: ['not_found'],
    handle: async ({ user, sessionId, params: { id }, body, request, server }) => {
      const { currentPassword } = body
      const remove = () =>
        removePasskey(context, context.passkeysAt, { user, sessionId }, { id, currentPassword })
      if (currentPassword === undefined) return await remove()
      const place = await signInPlace(context, { request, server })
      await guard(attemptOf({ user, sessionId }, place), remove)
    },
  })
}
