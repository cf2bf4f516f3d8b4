import { type LinkKind, linkUrl } from '../../domain/accounts/account-link.ts'
import { instantText } from '../../domain/kernel/date.ts'
import { greetedName } from '../../domain/mails/greeting.ts'
import type { AccountMailKind } from '../../domain/mails/mail.ts'
import type { AccountLink } from '../../store/accounts/links.ts'
import type { LinkSigner } from '../../store/accounts/signer.ts'
import type { LinkMailData } from '../../store/mails/mail-data.ts'
import type { LinkMail } from '../../store/mails/mails.ts'
import { recipient } from './letter.ts'
import { type Page, type PageLine, writeHtml, writeText } from './page.ts'
import type { Letter, Mailbox } from './smtp.ts'
import { type Speaker, speaker } from './words.ts'

/** Service settings for mails about accounts. */
export type AccountLetterWorld = { from: Mailbox; panelUrl: string; links: LinkSigner }

/** True for kinds with a link. */
const isLinkKind = (kind: AccountMailKind): kind is LinkKind =>
  ['invitation', 'password_reset', 'email_old', 'email_new'].includes(kind)

/** True for kinds with a link or a code that expires. */
const bringsSomething = (kind: AccountMailKind) => isLinkKind(kind) || kind === 'login_code'

/** True if the link or code of a mail is no longer valid; the mail is then dropped. */
export const isOutdated = ({ kind }: LinkMail, { link }: LinkMailData, nowMs: number): boolean =>
  bringsSomething(kind) &&
  (link.usedAtMs !== null || link.endedAtMs !== null || link.expiresAtMs <= nowMs)

/**
 * Returns the letter of a mail about an account, sent by the service itself. The link is signed and the code computed
 * now, for neither is stored; both are the same in every attempt.
 */
export async function accountLetterOf(
  { from, panelUrl, links }: AccountLetterWorld,
  mail: LinkMail,
  matter: LinkMailData,
): Promise<Letter> {
  const say = speaker(mail.language)
  const { kind } = mail
  const house = matter.invitation?.house ?? ''
  const page: Page = {
    language: mail.language,
    title: say.word(kind === 'invitation' ? 'title.invitation' : `subject.${kind}`, { house }),
    greeting: greetingOf(say, matter),
    intro: introOf(say, kind, matter),
    hotel: from.name,
    lines: linesOf(say, kind, matter),
    footer: footerOf(say, kind, matter),
    beforeOf: (value) => value,
    ...(kind === 'login_code' && {
      code: { label: say.word('loginCode'), value: await links.digits(matter.link.id) },
    }),
    ...(isLinkKind(kind) && {
      link: {
        label: say.word(`act.${kind}`),
        url: linkUrl(panelUrl, await links.sign({ ...matter.link, kind })),
        hint: say.word('copy'),
      },
    }),
  }
  return {
    from,
    to: { name: nameFor(matter), address: recipient(mail) },
    replyTo: undefined,
    subject: say.word(`subject.${kind}`, { house }),
    text: writeText(page),
    html: writeHtml(page),
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    atMs: mail.createdAtMs,
  }
}

/** Returns the name of the account's holder; empty for a new address, which may be a stranger's mailbox. */
const nameFor = ({ name = '', link }: LinkMailData): string =>
  link.kind === 'email_new' ? '' : greetedName(name)

function greetingOf({ word }: Speaker, matter: LinkMailData): string {
  const name = nameFor(matter)
  if (name) return word('dear', { name })
  const isToGuest = matter.isGuest && matter.link.kind !== 'email_new'
  return word(isToGuest ? 'dearGuest' : 'dearColleague')
}

function introOf({ word }: Speaker, kind: AccountMailKind, { invitation }: LinkMailData): string {
  if (kind !== 'invitation') return word(`intro.${kind}`)
  const { house = '', by = '' } = invitation ?? {}
  const told = greetedName(by)
  return told
    ? word('intro.invitation', { house, by: told })
    : word('intro.invitationByNobody', { house })
}

function linesOf(say: Speaker, kind: AccountMailKind, matter: LinkMailData): PageLine[] {
  const { word } = say
  const { link, invitation, otherAddress } = matter
  const pairs: [label: string, value: string | undefined | false][] = [
    [word(link.agencyId === null ? 'ofHotel' : 'ofAgency'), invitation?.house],
    [word('role'), invitation && word(`role.${invitation.role}`)],
    [word('account'), accountOf(kind, matter)],
    [word('newAddress'), newAddressOf(kind, link, otherAddress)],
    [word('until'), bringsSomething(kind) && untilOf(say, matter)],
  ]
  return pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** Returns the account's address, except for a new mailbox, which may be a stranger's and must not learn it. */
const accountOf = (kind: AccountMailKind, { link }: LinkMailData) =>
  ['password_reset', 'password_changed', 'email_old', 'login_code', 'passkey_added'].includes(
    kind,
  ) && link.address

function newAddressOf(kind: AccountMailKind, link: AccountLink, other: string | undefined) {
  if (kind !== 'email_old' && kind !== 'email_new' && kind !== 'email_changed') return undefined
  return link.kind === 'email_old' ? other : link.address
}

function untilOf(say: Speaker, { link, invitation }: LinkMailData): string {
  const at = instantText(link.expiresAtMs)
  if (!invitation?.timezone) return say.word('untilUtc', { date: say.instant(at, 'UTC') })
  return say.word('untilThere', { date: say.instant(at, invitation.timezone) })
}

function footerOf({ word }: Speaker, kind: AccountMailKind, { link, invitation }: LinkMailData) {
  if (invitation) return word('footer.invitation', { house: invitation.house })
  if (kind === 'email_new' || kind === 'email_taken') return word('footer.stranger')
  return word('footer.account', { address: link.address })
}
