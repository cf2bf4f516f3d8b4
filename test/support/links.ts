import type { LinkKind } from '../../src/domain/accounts/account-link.ts'
import type { Role } from '../../src/domain/accounts/user.ts'
import type { Letter } from '../../src/outbox/mail/smtp.ts'
import { type AccountLink, insertLink } from '../../src/store/accounts/links.ts'
import { updateUser } from '../../src/store/accounts/users.ts'
import { PASSWORD } from './accounts.ts'
import type { Answer } from './matchers.ts'
import type { Call, TestService } from './service.ts'
import { signIn, type TestUser } from './users.ts'

/** The token of a link's address. */
export const tokenIn = (url: string): string => /#link=([\w.-]+)$/.exec(url)![1]!

/** The token of the link that a mail brings. */
export const linkOf = ({ text }: Letter): string => /#link=([\w.-]+)/.exec(text)![1]!

/** Makes an invitation that is handed over. @returns its token */
export async function inviteMember(
  { alfa }: TestService,
  by: { call: Call },
  { email = 'new@example.com', role = 'front_desk' }: { email?: string; role?: string } = {},
): Promise<string> {
  const { slug } = alfa
  const answer = await by.call('POST', `/v1/panel/invitations?hotel=${slug}`, {
    body: { email, role },
  })
  if (!answer.body.link) throw new Error(`not invited: ${answer.text}`)
  return tokenIn(answer.body.link.url)
}

/** Somebody new accepts an invitation, unless said otherwise. */
export const accept = (
  { call }: Pick<TestService, 'call'>,
  token: string,
  sent: Record<string, unknown> = {},
): Promise<Answer> =>
  call('POST', '/v1/auth/accept-invitation', {
    body: { token, name: 'Nil', password: PASSWORD, ...sent },
  })

/** Makes a link for an account as an admin does, to be handed over. @returns its token */
export async function resetLink(admin: TestUser, { user }: TestUser): Promise<string> {
  const { body } = await admin.call('POST', `/v1/admin/users/${user.id}/reset-link`)
  return tokenIn(body.url)
}

/** Signs in an account that has the password of the tests. */
export async function withPassword(
  service: TestService,
  role: Role,
  given: Parameters<typeof signIn>[2] = {},
): Promise<TestUser> {
  const { store, deps } = service
  const made = await signIn(service, role, given)
  const passwordHash = await deps.passwords.hash(PASSWORD)
  const change = { passwordHash, updatedAtMs: deps.nowMs() }
  await store.tx((tx) => updateUser(tx, made.user.id, change))
  return made
}

/** Keeps a link as it is, and signs it. @returns its token */
export async function forgedLink(
  { store, deps }: TestService,
  kind: LinkKind,
  given: Partial<AccountLink> & { address: string },
): Promise<string> {
  const nowMs = deps.nowMs()
  const link: AccountLink = {
    id: deps.newId(),
    kind,
    userId: null,
    mailbox: null,
    changeId: null,
    hotelId: null,
    agencyId: null,
    memberRole: null,
    language: 'en',
    mailed: true,
    actorType: 'system',
    actorId: 'a test',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 1_000,
    usedAtMs: null,
    endedAtMs: null,
    tries: 0,
    ...given,
  }
  await store.tx((tx) => insertLink(tx, link))
  return await deps.links.sign({ ...link, kind })
}
