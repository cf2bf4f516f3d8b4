import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import type { Door } from '../api/route.ts'
import { sessionDoor } from './session-door.ts'

/** Admits agency users with their agency. @throws AppError `not_found` for a user without an agency */
export function agencyDoor(context: Context): Door<{ user: User; agency: Agency }> {
  const session = sessionDoor(context, 'agency_user')
  return {
    ...session,
    errors: [...session.errors, 'not_found'],
    async enter(call, readQuery) {
      const { user } = await session.enter(call, readQuery)
      const agency =
        user.agencyId === null ? undefined : await findAgency(context.store, user.agencyId)
      if (!agency) throw new AppError('not_found', 'You belong to no agency.')
      return { user, agency }
    },
  }
}
