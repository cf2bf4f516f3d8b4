export const INVITATIONS_PER_DAY = 100

/** Open invitations of a hotel, and invitations that it may make within a day. */
export const INVITATIONS_MAX = 50

/** Links of one kind per hour: for an account, or for a mailbox across all hotels. */
export const LINKS_PER_HOUR = 5

/**
 * The purpose of a link. A change of an account's address makes two links: one to the old address, one to the new one.
 */
export const LINK_KINDS = ['invitation', 'password_reset', 'email_old', 'email_new'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** A log-in code: stored as a link, mailed as a code that its reader types at log-in. No token opens it. */
export const LOGIN_CODE = 'login_code'
/** The lifetime of a mailed log-in code, and the wrong guesses that end it. */
export const LOGIN_CODE_MS = 15 * 60 * 1_000
export const LOGIN_CODE_TRIES = 5
/** A notice that the account has one more passkey: stored as a link for its mail only. No token opens it. */
export const PASSKEY_ADDED = 'passkey_added'
/** The kinds of everything that is mailed or handed over. */
export type MailedKind = LinkKind | typeof LOGIN_CODE | typeof PASSKEY_ADDED

/** The claims of a link: its id, its purpose and its expiry. */
export type LinkClaims = { id: string; kind: LinkKind; expiresAtMs: number }

/** Returns the URL of a link. Its token stands in the fragment, which browsers never send. */
export const linkUrl = (panelUrl: string, token: string) => `${panelUrl}#link=${token}`
