import type { AgreementText } from '../../domain/catalog/agreements.ts'
import type { GroupQuote, HotelPage, Problem } from '../../http/guests/page-shape.ts'
import type { Draft } from './draft.ts'
import type { StayScene } from './scene.ts'

/** The form and what is said above it. */
export type BookScene = StayScene & {
  page: HotelPage
  draft: Draft
  /** The texts to agree to, in full. */
  agreements: AgreementText[]
  /** The price of what is chosen; null if it is no longer offered. */
  quote: GroupQuote | null
  problem: Problem | undefined
  /** True if the booking is mailed to the guest. */
  isMailed: boolean
  /** True if the sum differs from the one that the form showed. */
  isChanged: boolean
}
