import { Elysia } from 'elysia'
import { normalizeEmail, type User } from '../../domain/user.ts'
import {
  changeAccount,
  checkCredentials,
  endSessions,
  registerGuest,
} from '../../service/accounts/accounts.ts'
import type { Context } from '../context.ts'
import { dropCookie, keepCookie, keptToken, refuseOtherOrigins } from '../doors/kept-session.ts'
import { createLoginGuard, limitAddress } from '../doors/login-guard.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { issueToken, readToken, signedIn, TOKEN_SECONDS, tokens } from '../doors/session.ts'
import { addressOf } from '../request/address.ts'
import { readBody } from '../request/body.ts'
import { NoQuery } from '../request/query.ts'
import { userViews } from '../shapes/account.ts'
import * as docs from './auth-docs.ts'
import { AccountPatch, LoginBody, RegisterBody } from './auth-schemas.ts'

/** Accounts: register, log in and out, one's own account (specification §4.2, §5; contract §5). */
export function authRoutes(context: Context) {
  const guard = createLoginGuard(context)
  return new Elysia({ prefix: '/v1/auth' })
    .use(entryRoutes(context, guard))
    .use(accountRoutes(context, guard))
}

type Guard = ReturnType<typeof createLoginGuard>

function entryRoutes(context: Context, guard: Guard) {
  return new Elysia()
    .use(publicLimit(context))
    .use(tokens(context))
    .post(
      '/register',
      async ({ request, server, set }) => {
        limitAddress(context, 'register', addressOf(context, request, server))
        const user = await registerGuest(context, await readBody(RegisterBody, request))
        set.status = 201
        set.headers.location = '/v1/auth/me'
        set.headers['cache-control'] = 'no-store'
        return await userViews(context)(user)
      },
      { query: NoQuery, detail: docs.register },
    )
    .post(
      '/login',
      async ({ jwt, request, server, set }) => {
        const address = addressOf(context, request, server)
        const giveBack = limitAddress(context, 'login', address)
        const { password, keep = false, ...body } = await readBody(LoginBody, request)
        const email = normalizeEmail(body.email)
        const user = await guard({ email, address }, () =>
          checkCredentials(context, { email, password }),
        )
        // Whoever is who they say they are is not counted (contract §5).
        giveBack()
        const token = await issueToken(context, jwt, user)
        set.headers['cache-control'] = 'no-store'
        if (keep) set.headers['set-cookie'] = keepCookie(context, token)
        return await showSession(context, user, token, TOKEN_SECONDS)
      },
      { query: NoQuery, detail: docs.login },
    )
    .post(
      '/session',
      async ({ jwt, request, set }) => {
        refuseOtherOrigins(context, request)
        set.headers['cache-control'] = 'no-store'
        const token = keptToken(request)
        const kept = token === undefined ? undefined : await readToken(context, jwt, token)
        if (token !== undefined && kept)
          return await showSession(context, kept.user, token, kept.secondsLeft)
        // Not an error: a page asks when it opens, whoever opens it.
        set.status = 204
        if (token !== undefined) set.headers['set-cookie'] = dropCookie(context)
      },
      { query: NoQuery, detail: docs.session },
    )
}

async function showSession(context: Context, user: User, token: string, expiresIn: number) {
  return { token, tokenType: 'Bearer', expiresIn, user: await userViews(context)(user) }
}

function accountRoutes(context: Context, guard: Guard) {
  return new Elysia()
    .use(publicLimit(context))
    .use(signedIn(context))
    .post(
      '/logout',
      async ({ user, set }) => {
        await endSessions(context, user)
        set.headers['set-cookie'] = dropCookie(context)
        set.status = 204
      },
      { query: NoQuery, detail: docs.logout },
    )
    .get(
      '/me',
      async ({ user, set }) => {
        set.headers['cache-control'] = 'no-store'
        return await userViews(context)(user)
      },
      { query: NoQuery, detail: docs.me },
    )
    .patch(
      '/me',
      async ({ user, request, server, set }) => {
        const changes = await readBody(AccountPatch, request)
        const change = () => changeAccount(context, user, changes)
        const attempt = { email: user.email, address: addressOf(context, request, server) }
        const tries = changes.currentPassword !== undefined && changes.newPassword !== undefined
        const changed = tries ? await guard(attempt, change) : await change()
        set.headers['cache-control'] = 'no-store'
        return await userViews(context)(changed)
      },
      { query: NoQuery, detail: docs.change },
    )
}
