import type { Body, MadeLink, Params } from '../../client/call.ts'
import { call } from '../lib/api.ts'
import { useCall, useList } from '../lib/load.ts'

type RemoveMember = Omit<Params<'removeMember'>, 'slug'>
type Options = { signal?: AbortSignal }

/** The operations on invitations, of a hotel or of an agency. */
export type InviteApi = {
  invite(body: object): Promise<{ link: MadeLink | null; member: { name: string } | null }>
  resend: (id: string) => Promise<MadeLink>
  withdraw: (id: string) => Promise<unknown>
}

/** The operations on the rule that people need a second factor. */
export type FactorRuleApi = Pick<PeopleApi, 'useFactorRequired' | 'requireFactor'>

/** The operations on a hotel's people, of its owners or of admins. */
export type PeopleApi = ReturnType<typeof asAdmin>

/** The people of a hotel as an admin manages them. */
export const asAdmin = (slug: string) => ({
  useMembers: () => useList('listMembers', { slug, limit: 100 }),
  change: (userId: string, body: Body<'changeMember'>) =>
    call('changeMember', { slug, userId }, { body }),
  remove: (of: RemoveMember, options?: Options) => call('removeMember', { slug, ...of }, options),
  useInvitations: () => useCall('listInvitations', { slug }),
  invite: (body: Body<'inviteMember'>) => call('inviteMember', { slug }, { body }),
  resend: (id: string) => call('resendInvitation', { slug, id }),
  withdraw: (id: string) => call('withdrawInvitation', { slug, id }),
  useFactorRequired: () => useCall('getSecondFactorRequired', { slug }),
  requireFactor: (required: boolean) =>
    call('changeSecondFactorRequired', { slug }, { body: { required } }),
})

/** The people of a hotel as one of its owners manages them. */
export const asOwner = (hotel: string): PeopleApi => ({
  useMembers: () => useList('listPanelMembers', { hotel, limit: 100 }),
  change: (userId, body) => call('changePanelMember', { hotel, userId }, { body }),
  remove: (of, options) => call('removePanelMember', { hotel, ...of }, options),
  useInvitations: () => useCall('listPanelInvitations', { hotel }),
  invite: (body) => call('invitePanelMember', { hotel }, { body }),
  resend: (id) => call('resendPanelInvitation', { hotel, id }),
  withdraw: (id) => call('withdrawPanelInvitation', { hotel, id }),
  useFactorRequired: () => useCall('getPanelSecondFactor', { hotel }),
  requireFactor: (required) => call('changePanelSecondFactor', { hotel }, { body: { required } }),
})
