import { AppError } from '../kernel/errors.ts'

/** Step-up authentication: lasting acts need a re-authentication no older than this (ASVS 5.0 chapter 7.5). */
export const STEP_UP_MS = 10 * 60_000
/** The same bound in the demo: a log-in counts for the lifetime of its token. */
export const STEP_UP_DEMO_MS = 12 * 60 * 60_000

/** Bookings that may be cancelled at once without re-authentication. */
export const CANCELS_UNASKED_MAX = 20

/**
 * Unproven web bookings younger than this may be cancelled in any number without re-authentication, so that a fraud
 * wave ends at once.
 */
export const WAVE_MS = 48 * 60 * 60_000

/** The acts that need step-up, by the name that a refusal gives them (`contract-access`, *Accounts*). */
export const STEP_UPS = {
  api_key: 'To make an API key',
  site: 'To make a site',
  vendor_connection: 'To connect a vendor',
  webhook: 'To make a webhook',
  webhook_address: 'To send a webhook elsewhere',
  secret: 'To change a secret',
  member: 'To change who belongs to a hotel or an agency',
  invitation: 'To invite somebody',
  second_factor_rule: 'To change who needs a second factor',
  own_second_factor: 'To change your second factor',
  passkey: 'To change your passkeys',
  account: "To change somebody's account",
  vendor: 'To make a vendor',
  guest_export: 'To take guests out as a file',
  guest_erasure: 'To erase a guest',
  bulk_cancel: `To cancel more than ${CANCELS_UNASKED_MAX} bookings at once`,
} as const

/** An act that needs step-up. */
export type StepUp = keyof typeof STEP_UPS

/** The error for a missing re-authentication. */
export const stepUpRequired = (act: StepUp) =>
  new AppError(
    'step_up_required',
    `${STEP_UPS[act]} say your password again: POST /v1/auth/step-up.`,
    { members: { act } },
  )
