import { Elysia, t } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import type { User } from '../../domain/user.ts'
import { staffOperation } from '../catalog/admin-docs-schemas.ts'
import type { Context } from '../context.ts'
import { withoutLimits } from '../docs.ts'
import { hotelQuery, panelHotel } from '../doors/panel-hotel.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { onceEach } from '../request/query.ts'
import { changesQuery, showChanges } from './partner-changes.ts'
import { changes as partnerChanges } from './partner-changes-docs.ts'

const ChangesQuery = t.Object({ ...hotelQuery, ...changesQuery }, { additionalProperties: false })

const { responses, ...session } = staffOperation({
  id: 'listPanelChanges',
  tag: 'Panel',
  summary: 'What happened at a hotel, in order',
  answers: {},
  errors: ['not_found'],
})
const detail = {
  ...partnerChanges,
  ...session,
  responses: { ...withoutLimits(partnerChanges.responses), ...responses },
}

/** The feed of a hotel as its partners read it, for pages that show what happens while they are open (contract §2, §5). */
export function panelChangeRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/panel' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .get(
      '/changes',
      async ({ user, query, request }) => {
        const { hotel } = await panelHotel(context, user, query)
        const check = () => checkStill(context, user, hotel.slug)
        return await showChanges(context, request, { hotelId: hotel.id, query, check })
      },
      { transform: onceEach(), query: ChangesQuery, detail },
    )
}

/** Whoever waits may be signed out or lose the hotel meanwhile. @throws AppError `unauthenticated`, `not_found` */
async function checkStill(context: Context, user: User, hotel: string): Promise<void> {
  const now = await context.userOf(user.id)
  if (now?.status !== 'active' || now.tokenVersion !== user.tokenVersion)
    throw new AppError('unauthenticated', 'This session has ended.')
  await panelHotel(context, now, { hotel })
}
