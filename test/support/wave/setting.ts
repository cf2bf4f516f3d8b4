import type { WebProof } from '../../../src/domain/strangers/strangers.ts'

/** How an attacker's networks lie: IPv4 of few /24s or each of its own; /64s of one /48 or each of its own /48. */
export const LAYOUTS = ['v4 near', 'v4 far', 'v6 near', 'v6 far'] as const
type Layout = (typeof LAYOUTS)[number]

/** What an attacker goes for: bookings that stand, rooms that are held, or everything that the service lets guests do. */
export const STYLES = ['books', 'holds', 'tries all'] as const
type Style = (typeof STYLES)[number]

/** A week in which a hotel is attacked. */
export type Setting = {
  networks: 1 | 10 | 100 | 1000
  layout: Layout
  style: Style
  rooms: 8 | 60
  /** Younger than 7 days; else strangers have booked as on usual days for five weeks. */
  isNew: boolean
  webProof: WebProof
  hasMail: boolean
  seed: number
  /** Turns of the attacker in a day. */
  turnsADay: number
  days: number
}

/** Room-nights of a usual day of an older hotel. */
export const MEAN_DAY = { 8: 4, 60: 30 } as const

/** The addresses that an attacker calls from. */
export function addressesOf({ networks, layout }: Pick<Setting, 'networks' | 'layout'>): string[] {
  const of = ADDRESS[layout]
  return Array.from({ length: networks }, (_, index) => of(index))
}

const ADDRESS: Record<Layout, (index: number) => string> = {
  'v4 near': (index) => `203.0.${113 + Math.floor(index / 250)}.${1 + (index % 250)}`,
  'v4 far': (index) => `45.${index >> 8}.${index & 255}.9`,
  // A /56 each as long as there are some.
  'v6 near': (index) => `2001:db8:1:${(((index & 255) << 8) | (index >> 8)).toString(16)}::1`,
  'v6 far': (index) => `2001:db8:${(index + 1).toString(16)}::1`,
}

export const nameOf = ({
  networks,
  layout,
  style,
  rooms,
  isNew,
  webProof,
  hasMail,
}: Setting): string =>
  `${networks} networks (${layout}), ${style}, ${rooms} rooms, ${isNew ? 'new' : 'older'}, ${webProof}, ${hasMail ? 'mail' : 'no mail'}`
