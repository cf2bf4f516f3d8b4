export const INVITATIONS_PER_DAY = 100

/** Invitations of a hotel that nobody has accepted or withdrawn, and those that it makes within a day. */
export const INVITATIONS_MAX = 50

/** Links of a kind that are made within an hour for an account, or for a mailbox in all hotels. */
export const LINKS_PER_HOUR = 5

/**
 * What a link that was made for somebody is good for. A change of an account's address has two: one for the address
 * before, one for the new one.
 */
export const LINK_KINDS = ['invitation', 'password_reset', 'email_old', 'email_new'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** What is kept as a link and mailed as a code, which is typed where somebody logs in; no token opens it. */
export const LOGIN_CODE = 'login_code'
/** How long a mailed code is good with which somebody logs in, and wrong ones that end it. */
export const LOGIN_CODE_MS = 15 * 60 * 1_000
export const LOGIN_CODE_TRIES = 5
/** What is kept as a link for its mail alone, which tells that the account has a passkey more; no token opens it. */
export const PASSKEY_ADDED = 'passkey_added'
/** The kinds of all that is mailed, or handed over. */
export type MailedKind = LinkKind | typeof LOGIN_CODE | typeof PASSKEY_ADDED

/** What a link says of itself: which it is, what it is good for, and until when. */
export type LinkClaims = { id: string; kind: LinkKind; expiresAtMs: number }

/** The address of a link. Its token stands in the fragment, which no browser sends to anybody. */
export const linkUrl = (panelUrl: string, token: string) => `${panelUrl}#link=${token}`
