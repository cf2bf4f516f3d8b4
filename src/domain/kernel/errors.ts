import type { LimitKind, LoginBound } from './limit-kinds.ts'

/** Every problem code the service answers with (contract §6); closed, so the table in `http` stays exhaustive. */
export type ErrorCode =
  | 'malformed_json'
  | 'unauthenticated'
  | 'credentials_invalid'
  | 'totp_required'
  | 'totp_invalid'
  | 'mail_code_required'
  | 'mail_code_invalid'
  | 'passkey_invalid'
  | 'forbidden'
  | 'scope_missing'
  | 'role_missing'
  | 'second_factor_required'
  | 'step_up_required'
  | 'manage_token_required'
  | 'address_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'password_too_weak'
  | 'hotel_required'
  | 'currency_mismatch'
  | 'transition_invalid'
  | 'revision_conflict'
  | 'price_changed'
  | 'text_changed'
  | UnsoldCode
  | 'terms_forbid_change'
  | 'credit_exceeded'
  | 'penalty_changed'
  | 'proof_required'
  | 'confirm_the_group'
  | 'ask_the_hotel'
  | 'idempotency_conflict'
  | 'already_exists'
  | 'in_use'
  | 'room_taken'
  | 'booking_stands'
  | 'last_owner'
  | 'mail_off'
  | 'passkeys_off'
  | 'link_invalid'
  | 'cursor_expired'
  | 'cursor_ahead'
  | 'precondition_failed'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'migrating'
  | 'outcome_unknown'

/** Reasons of days that refuse a stay; problem codes of their own, and codes of places in a reservation. */
export type UnsoldCode =
  | 'sold_out'
  | 'set_aside'
  | 'too_many_options'
  | 'closed_for_sale'
  | 'no_price'
  | 'min_stay'
  | 'min_stay_through'
  | 'max_stay'
  | 'min_advance'
  | 'max_advance'
  | 'closed_to_arrival'
  | 'closed_to_departure'

/**
 * Codes of flaws in one place of a request or one day of a push; a closed union, so that every reader has a text for
 * each.
 */
export type FlawCode =
  | 'required'
  | 'phone_or_email'
  | 'null_refused'
  | 'unknown_field'
  | 'unknown_value'
  | 'unknown_room'
  | 'unknown_room_number'
  | 'unknown_board'
  | 'unknown_rate'
  | 'unknown_extra'
  | 'rate_required'
  | 'board_not_in_rate'
  | 'unknown_city'
  | 'unknown_hotel'
  | 'unknown_agency'
  | 'no_agency'
  | 'unknown_account'
  | 'unknown_country'
  | 'unknown_currency'
  | 'unknown_timezone'
  | 'unknown_event'
  | 'unknown_scope'
  | 'wrong_network'
  | 'unknown_key'
  | 'unknown_revision'
  | 'currency_mismatch'
  | 'out_of_range'
  | 'wrong_length'
  | 'wrong_format'
  | 'wrong_number'
  | 'wrong_text'
  | 'card_number'
  | 'wrong_type'
  | 'wrong_picture'
  | 'turned_picture'
  | 'wrong_password'
  | 'wrong_code'
  | 'wrong_passkey'
  | 'own_factor_first'
  | 'too_common'
  | 'like_name'
  | 'few_characters'
  | 'keyboard_run'
  | 'invalid_date'
  | 'date_in_past'
  | 'date_too_far'
  | 'in_future'
  | 'range_reversed'
  | 'range_too_long'
  | 'range_too_large'
  | 'no_days'
  | 'too_many_days'
  | 'conflicting_fields'
  | 'idempotency_key_required'
  | 'needs_dates'
  | 'stay_too_long'
  | 'stay_too_large'
  | 'group_too_large'
  | 'change_the_group'
  | 'option_in_past'
  | 'option_after_checkin'
  | 'option_too_long'
  | 'terms_forbid_change'
  | 'transition_invalid'
  | 'revision_conflict'
  | UnsoldCode
  | 'party_too_large'
  | 'party_uneven'
  | 'ages_mismatch'
  | 'night_passed'
  | 'price_required'
  | 'price_derived'
  | 'null_not_allowed'
  | 'price_changed'
  | 'above_capacity'
  | 'has_bookings'
  | 'has_prices'
  | 'too_many'
  | 'last_admin'
  | 'not_for_role'
  | 'already_exists'
  | 'repeated'
  | 'invalid_cursor'
  | 'cursor_expired'
  | 'cursor_ahead'
  | 'https_required'
  | 'userinfo_refused'
  | 'fragment_refused'
  | 'port_refused'
  | 'blocked_target'
  | 'day_still_closed'
  | 'price_jump'
  | 'room_inactive'
  | 'sold_meanwhile'
  | 'held_meanwhile'
  | 'oversold'
  | 'stale_push'
  | 'unseen_bookings'
  | 'duplicate_element'

/** Values in a flaw's message: bounds, dates and names, for readers that write their own sentence. */
export type FlawValues = Record<string, number | string>

/** A fault of one value. */
export type Fault = { code: FlawCode; message: string; values?: FlawValues }

/** A flaw in one place of a request: `path` is a JSON Pointer into the body or `?name` for a query parameter. */
export type Flaw = Fault & { path: string }

/** Makes a flaw. */
export const flaw = (path: string, code: FlawCode, message: string, values?: FlawValues): Flaw => ({
  path,
  code,
  message,
  ...(values && { values }),
})

/** Escapes a name as one step of a JSON Pointer (RFC 6901 §3). */
export const pointerStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The facts of an error; `http` turns them into members and headers of the problem. */
export type Facts = {
  errors?: Flaw[]
  allow?: string[]
  retryAfterSeconds?: number
  /** The bound that refused a log-in or another password hash; refusals are counted and logged once a minute. */
  loginBound?: LoginBound
  /** The limit that answered `rate_limited`; refusals are counted by it. */
  limit?: LimitKind
  /** The caller has gone: nobody reads the answer, which is counted and not logged. */
  isGone?: true
  /** Further members of the problem body (RFC 9457 §3.2). */
  members?: Record<string, unknown>
}

/** The one error this program throws on purpose; anything else thrown is a defect. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly facts: Facts

  constructor(code: ErrorCode, detail: string, facts: Facts = {}, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.code = code
    this.facts = facts
  }
}

/** The error for exceeding a hotel's limit. */
export const tooMany = (what: string, max: number, who = 'A hotel') =>
  refused('', 'too_many', `${who} has at most ${max} ${what}.`, { max })

/** The error for a temporary failure; a retry may succeed. */
export const unavailable = (detail: string, retryAfterSeconds: number, cause?: unknown) =>
  new AppError('unavailable', detail, { retryAfterSeconds }, cause)

/** Throws if there is any flaw. @throws AppError `validation_failed` */
export function refuseFlaws(flaws: Flaw[]): void {
  if (flaws.length > 0)
    throw new AppError('validation_failed', flaws[0]!.message, { errors: flaws })
}

/** Returns the error for a single flaw: 422 naming its place. */
export function refused(
  path: string,
  code: FlawCode,
  message: string,
  values?: FlawValues,
): AppError {
  return new AppError('validation_failed', message, {
    errors: [flaw(path, code, message, values)],
  })
}
