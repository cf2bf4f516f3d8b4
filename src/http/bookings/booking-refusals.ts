import { UNSOLD } from '../../domain/sale/refusal.ts'
import { ACT_REFUSALS, ROLE_REFUSALS } from './booking-access.ts'

// Errors that operations on bookings and on reservations of several stays share.

/** Errors of placing a reservation by a signed-in agency or the hotel's staff. */
export const OWN_PLACE_REFUSALS = [
  ...UNSOLD,
  'price_changed',
  'text_changed',
  'credit_exceeded',
  'ask_the_hotel',
  'idempotency_conflict',
] as const

/** Errors of placing a booking or a reservation of several stays. */
export const PLACE_REFUSALS = [...ROLE_REFUSALS, 'not_found', ...OWN_PLACE_REFUSALS] as const

/** Errors of changing a reservation by a signed-in agency or the hotel's staff. */
export const OWN_CHANGE_REFUSALS = [
  ...UNSOLD,
  'transition_invalid',
  'price_changed',
  'credit_exceeded',
  'revision_conflict',
  'terms_forbid_change',
  'ask_the_hotel',
] as const

/** Errors of adding a stay to a reservation. */
export const ADD_REFUSALS = [
  ...UNSOLD,
  'transition_invalid',
  'price_changed',
  'credit_exceeded',
  'idempotency_conflict',
] as const

/** Errors of changing a booking or a reservation of several stays. */
export const CHANGE_REFUSALS = [...OWN_CHANGE_REFUSALS, ...ACT_REFUSALS, 'proof_required'] as const
