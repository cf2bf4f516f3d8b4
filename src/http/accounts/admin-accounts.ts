import { Elysia, t } from 'elysia'
import { changeAgency, createAgency } from '../../service/catalog/catalog-agencies.ts'
import { changeUser, createUser } from '../../service/catalog/catalog-users.ts'
import { AgencyBody, AgencyPatch, UserBody, UserPatch } from '../catalog/admin-schemas.ts'
import type { Context } from '../context.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { readBody } from '../request/body.ts'
import { NoQuery } from '../request/query.ts'
import { showAgency, userViews } from '../shapes/account.ts'
import { actorOf } from '../shapes/audit.ts'
import * as docs from './admin-accounts-docs.ts'

/** Accounts of every role and agencies, made and changed by admins (contract §5). */
export function adminAccountRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/admin' })
    .use(publicLimit(context))
    .use(signedIn(context, 'admin'))
    .post(
      '/users',
      async ({ user, request, set }) => {
        const body = await readBody(UserBody, request)
        set.status = 201
        return await userViews(context)(await createUser(context, actorOf(user), body))
      },
      { query: NoQuery, detail: docs.createUser },
    )
    .patch(
      '/users/:id',
      async ({ user, request, params: { id } }) => {
        const changes = await readBody(UserPatch, request)
        return await userViews(context)(await changeUser(context, actorOf(user), id, changes))
      },
      { params: t.Object({ id: t.String() }), query: NoQuery, detail: docs.changeUser },
    )
    .post(
      '/agencies',
      async ({ user, request, set }) => {
        const agency = { active: true, ...(await readBody(AgencyBody, request)) }
        set.status = 201
        return showAgency(await createAgency(context, actorOf(user), agency))
      },
      { query: NoQuery, detail: docs.createAgency },
    )
    .patch(
      '/agencies/:code',
      async ({ user, request, params: { code } }) => {
        const changes = await readBody(AgencyPatch, request)
        return showAgency(await changeAgency(context, actorOf(user), code, changes))
      },
      { params: t.Object({ code: t.String() }), query: NoQuery, detail: docs.changeAgency },
    )
}
