import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../api/context.ts'
import { adminStatementRoutes } from './admin-statements.ts'
import { agencyStatementRoutes } from './agency-statements.ts'
import { panelStatementRoutes } from './panel-statements.ts'

/** Adds the statements of agencies for hotels, agencies and admins (contract-agencies, *Statement*). */
export function statementRoutes(context: Context): AnyElysia {
  return new Elysia()
    .use(panelStatementRoutes(context))
    .use(agencyStatementRoutes(context))
    .use(adminStatementRoutes(context))
}
