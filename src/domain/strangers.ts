/** Which of a hotel's bookings on the web wait for a mailed link: none, those past a share of each night, or all. */
export const WEB_PROOFS = ['none', 'share', 'always'] as const
export type WebProof = (typeof WEB_PROOFS)[number]

/** Which bounds hold beside the size of one booking: all; `night` lifts mailbox, network and brake (the demo); none. */
export type StrangerLimits = 'all' | 'night' | 'none'

/** What a hotel lets strangers book (`contract-access`, *What strangers may take*). */
export type WebRules = {
  /** Rooms and nights of one booking. */
  webMaxRooms: number
  webMaxNights: number
  webProof: WebProof
  /** Until when the brake is lifted; null: it is not. */
  webBrakeLiftedUntilMs: number | null
}

/** Rooms and nights of one booking on the web, where the hotel says nothing else, and the most it may say. */
export const WEB_ROOMS_DEFAULT = 5
export const WEB_ROOMS_MAX = 50
export const WEB_NIGHTS_DEFAULT = 30
export const WEB_NIGHTS_MAX = 90
