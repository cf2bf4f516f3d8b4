import { Elysia } from 'elysia'
import { normalizeEmail } from '../domain/user.ts'
import { changeAccount, checkCredentials, endSessions, registerGuest } from '../service/accounts.ts'
import { addressOf } from './address.ts'
import { userViews } from './admin-views.ts'
import * as docs from './auth-docs.ts'
import { AccountPatch, LoginBody, RegisterBody } from './auth-schemas.ts'
import { readBody } from './body.ts'
import type { Context } from './context.ts'
import { publicLimit } from './general.ts'
import { createLoginGuard, limitAddress } from './login-guard.ts'
import { issueToken, signedIn, TOKEN_SECONDS, tokens } from './session.ts'

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
      { detail: docs.register },
    )
    .post(
      '/login',
      async ({ jwt, request, server, set }) => {
        const address = addressOf(context, request, server)
        limitAddress(context, 'login', address)
        const { password, ...body } = await readBody(LoginBody, request)
        const email = normalizeEmail(body.email)
        const user = await guard({ email, address }, () =>
          checkCredentials(context, { email, password }),
        )
        set.headers['cache-control'] = 'no-store'
        return {
          token: await issueToken(context, jwt, user),
          tokenType: 'Bearer',
          expiresIn: TOKEN_SECONDS,
          user: await userViews(context)(user),
        }
      },
      { detail: docs.login },
    )
}

function accountRoutes(context: Context, guard: Guard) {
  return new Elysia()
    .use(publicLimit(context))
    .use(signedIn(context))
    .post(
      '/logout',
      async ({ user, set }) => {
        await endSessions(context, user)
        set.status = 204
      },
      { detail: docs.logout },
    )
    .get(
      '/me',
      async ({ user, set }) => {
        set.headers['cache-control'] = 'no-store'
        return await userViews(context)(user)
      },
      { detail: docs.me },
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
      { detail: docs.change },
    )
}
