import type { Context } from '../api/context.ts'
import { type AddRoutes, together } from '../api/route-group.ts'
import { adminStatementRoutes } from './admin-statements.ts'
import { agencyStatementRoutes } from './agency-statements.ts'
import { panelStatementRoutes } from './panel-statements.ts'

/** Adds the statements of agencies for hotels, agencies and admins (contract-agencies, *Statement*). */
export function statementRoutes(context: Context): AddRoutes {
  return together(
    panelStatementRoutes(context),
    agencyStatementRoutes(context),
    adminStatementRoutes(context),
  )
}
