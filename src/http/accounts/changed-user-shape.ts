import { type Static, Type } from 'typebox'
import { ACCESS_LISTED_MAX, type AccessGrant } from '../../domain/accounts/access-grant.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Context } from '../api/context.ts'
import { namedObject, show } from '../api/schema.ts'
import { MadeAnywhereSchema } from './access-grant-shape.ts'
import { UserSchema, userViews } from './account-shape.ts'

/** A changed account, with the credentials it created where it loses access. */
export const ChangedUserSchema = namedObject('ChangedUser', {
  ...UserSchema.properties,
  made: Type.Array(MadeAnywhereSchema, { description: `The first ${ACCESS_LISTED_MAX}.` }),
  madeCount: Type.Integer({ description: 'Number of all.' }),
})

export async function showChangedUser(
  context: Context,
  { user, made }: { user: User; made: readonly AccessGrant[] },
): Promise<Static<typeof ChangedUserSchema>> {
  const shown = made.slice(0, ACCESS_LISTED_MAX).map(async ({ hotelId, ...thing }) => {
    const hotelSlug = hotelId === null ? null : (await context.hotelOf(hotelId)).hotel.slug
    return show(MadeAnywhereSchema, { ...thing, hotelSlug })
  })
  const account = await userViews(context)(user)
  return { ...account, made: await Promise.all(shown), madeCount: made.length }
}
