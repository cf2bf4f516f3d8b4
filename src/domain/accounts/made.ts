/** Kinds of things that give a machine access (`contract-access`, *Accounts*). */
export const ACCESS_KINDS = ['key', 'connection', 'site', 'webhook'] as const
type AccessKind = (typeof ACCESS_KINDS)[number]

/** Something that somebody made, and that stands. */
export type AccessGrant = {
  kind: AccessKind
  id: string
  /** Of a connection its vendor's, of a webhook its description, or else its address. */
  name: string
  /** The hotel that it opens; null: it is a site of admins. */
  hotelId: number | null
  /** Where it is kept: that hotel, or its sandbox. */
  keptAt: number | null
}

/** Things that are listed of an account that an admin blocks; there is no bound to how many it made. */
export const ACCESS_LISTED_MAX = 200

/** What else is asked of who removes or blocks somebody. */
export type Removal = {
  /** What they made ends with it. */
  revoke?: boolean | undefined
  /** Only what they made is told, and nothing is done. */
  simulate?: boolean | undefined
}
