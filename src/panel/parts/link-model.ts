import type { AccountLink } from '../../client/call.ts'

/** A link and what it is good for. */
export type LinkProps = { token: string; link: AccountLink }
