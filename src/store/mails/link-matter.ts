import type { MemberRole } from '../../domain/accounts/membership.ts'
import { type AccountLink, findLink, findOtherLink } from '../accounts/links.ts'
import { findUser } from '../accounts/users.ts'
import { findHotel } from '../catalog/catalog.ts'
import type { Handle } from '../engine/engine.ts'

/** What a mail about a link is written of. */
export type LinkMatter = {
  link: AccountLink
  /** Where an invitation leads, and who made it. */
  invitation:
    | { hotel: string; timezone: string; role: MemberRole; by: string | undefined }
    | undefined
  /** Name of the account, and whether it is a guest's. */
  name: string | undefined
  isGuest: boolean
  /** Of a change of address: the other address. */
  otherAddress: string | undefined
}

/** What a mail about a link is written of; undefined: the link is not kept. */
export async function findLinkMatter(
  handle: Handle,
  linkId: string,
): Promise<LinkMatter | undefined> {
  const link = await findLink(handle, linkId)
  if (!link) return undefined
  const { userId, actorType, actorId, hotelId, memberRole } = link
  const account = userId === null ? undefined : await findUser(handle, userId)
  const hotel = hotelId === null ? undefined : await findHotel(handle, hotelId)
  const inviter = hotel && actorType === 'user' ? await findUser(handle, actorId) : undefined
  return {
    link,
    invitation:
      hotel && memberRole !== null
        ? { hotel: hotel.name, timezone: hotel.timezone, role: memberRole, by: inviter?.name }
        : undefined,
    name: account?.name,
    isGuest: account?.role === 'guest',
    otherAddress: (await findOtherLink(handle, link))?.address,
  }
}
