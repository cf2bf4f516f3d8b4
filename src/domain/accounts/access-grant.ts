/** Kinds of machine access that an account can create (`contract-access`, *Accounts*). */
export const ACCESS_KINDS = ['key', 'connection', 'site', 'webhook'] as const
type AccessKind = (typeof ACCESS_KINDS)[number]

/** A machine access that an account created and that is still active. */
export type AccessGrant = {
  kind: AccessKind
  id: string
  /** The vendor's name for a connection; the description, or else the address, for a webhook. */
  name: string
  /** The hotel that it opens; null: a site of admins. */
  hotelId: number | null
  /** The hotel that stores it: that hotel, or its sandbox. */
  keptAt: number | null
}

/** Entries listed when an admin blocks an account; the number that an account may create has no bound. */
export const ACCESS_LISTED_MAX = 200

/** Options for removing or blocking an account. */
export type Removal = {
  /** Revokes everything that the account created. */
  revoke?: boolean | undefined
  /** A dry run: lists what the account created and changes nothing. */
  simulate?: boolean | undefined
}
