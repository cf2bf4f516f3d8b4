import type { ErrorCode } from '../../domain/kernel/errors.ts'
import { SALE_PROBLEMS } from './sale-problems.ts'
import { SIGN_IN_PROBLEMS } from './sign-in-problems.ts'

/** Meaning of a problem code (RFC 9457), one table for answers, `GET /problems/<code>` and the OpenAPI document. */
type Problem = { status: number; title: string; help: string }

export const PROBLEMS: Record<ErrorCode, Problem> = {
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    help: 'The body must be one JSON text (RFC 8259) in UTF-8 without a byte order mark and without duplicate names in an object. `detail` says where parsing failed.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential',
    help: 'Send `Authorization: Bearer <API_KEY>` with an active key of the hotel or, outside the partner interface, `Authorization: Bearer <token>` with a token of `POST /v1/auth/login`. Revoked, ended, expired and unknown credentials all get this same answer.',
  },
  ...SIGN_IN_PROBLEMS,
  forbidden: {
    status: 403,
    title: 'Not allowed',
    help: 'The credential is valid, but its role does not allow this.',
  },
  scope_missing: {
    status: 403,
    title: 'The key lacks the scope for this',
    help: 'The API key is valid, but lacks a scope; any one of those in `scopes` is enough. `GET /v1/partner/limits` lists the scopes of a key. Scopes of a key never change: ask the hotel for a new key with that scope.',
  },
  role_missing: {
    status: 403,
    title: 'Your role in the hotel is too low for this',
    help: 'The account belongs to the hotel or the agency, but its role does not allow this; any one of those in `roles` is enough. `GET /v1/auth/me` tells its roles; an owner of the hotel or the agency can change it.',
  },
  manage_token_required: {
    status: 403,
    title: 'Code and e-mail read a booking; they do not act on it',
    help: 'Without a session, send `manageToken`: it is in the answer to the booking and in the mails about it. `POST /v1/bookings/:code/manage-link` mails it again.',
  },
  second_factor_required: {
    status: 403,
    title: 'A second factor is required',
    help: 'The account belongs to the hotel or the agency, which requires a second factor of its people, and has none. Switch one on (`POST /v1/auth/second-factor`, or your account page in the panel): the next request is let in. API keys and vendors need none.',
  },
  step_up_required: {
    status: 403,
    title: 'Confirm your identity again',
    help: 'An act with lasting effect (see `act`) needs a log-in or a step-up within the last 10 minutes in the same session: call `POST /v1/auth/step-up` with the password, and a code if the account has a second factor; then repeat the call. API keys need no step-up.',
  },
  address_not_allowed: {
    status: 403,
    title: 'The key may not be used from this address',
    help: 'The hotel allows the API key from certain addresses and networks only, and the request came from another one (see `detail`). It did not count against the rate limit of the key. Send it from an allowed address, or ask the hotel to change the list.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is nothing at this address, or it belongs to someone else.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The address does not support this method; the `Allow` header lists those it supports.',
  },
  too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'A body may have 64 KiB, a photo 1 MiB and an availability push 4 MiB, counted after decompression; `detail` gives the bytes. Split the request, or send a smaller photo.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send `Content-Type: application/json` and no `Content-Encoding`; only an availability push may have one: `gzip`.',
  },
  validation_failed: {
    status: 422,
    title: 'The request is not valid',
    help: 'The request is readable but breaks a rule; `errors` names each place (a JSON Pointer into the body, or `?name` for a query parameter) with a stable code and a message.',
  },
  password_too_weak: {
    status: 422,
    title: 'The password is too weak',
    help: 'The new password is easy to guess: too short, among the 10,000 most common, or a name or address with digits or symbols around it; for owners and admins also a run of keys, or fewer than five different characters. `errors` says which. Three or four unrelated words are safer than symbols in a short password.',
  },
  hotel_required: {
    status: 422,
    title: 'The hotel is not named',
    help: 'A vendor has one secret for all its connected hotels: each call names one by its slug, `?hotel=`. Only `GET /v1/partner/hotels`, which lists them, may omit it. A key of a hotel does not need it.',
  },
  currency_mismatch: {
    status: 422,
    title: 'The currency is not the hotel’s',
    help: 'The `currency` sent is not the hotel’s, in which all its amounts are; `currency` names the right one. Nothing was written.',
  },
  transition_invalid: {
    status: 409,
    title: 'The state of the booking does not allow this',
    help: 'The booking has no transition for this from its current state, `bookingStatus`. If it is only too early, `from` says when it becomes possible.',
  },
  revision_conflict: {
    status: 409,
    title: 'It has changed in the meantime',
    help: 'The request was based on older data: the `revision` sent is not the newest, which `revision` gives, or the `expected` values differ. Read it again, then decide again.',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    help: 'The total differs from the `expectedTotalCents` or `expectedPayableCents` sent, or from that of an expired hold; `totalPriceCents` is the total now. Nothing was booked or changed.',
  },
  ...SALE_PROBLEMS,
  proof_required: {
    status: 409,
    title: 'The booking waits for its mailed link',
    help: 'A link was mailed to the guest. The button on its page confirms a hold, or allows the change to be sent again. Nothing else was changed.',
  },
  confirm_the_group: {
    status: 409,
    title: 'The hold is of a reservation of several stays',
    help: 'Confirm the reservation as a whole: `POST /v1/booking-groups/{code}/confirm`. Nothing was changed.',
  },
  ask_the_hotel: {
    status: 409,
    title: 'The hotel takes this by telephone',
    help: 'The hotel takes no more of this on the web at present: contact it by `phone` or `email`. Nothing was changed.',
  },
  terms_forbid_change: {
    status: 409,
    title: 'The terms of the booking forbid this reduction',
    help: 'A cancellation now would cost `penaltyCents`. While a penalty applies, a booking keeps its nights and rooms, and neither its total nor that penalty may fall. Nothing was changed. The hotel may make the change.',
  },
  penalty_changed: {
    status: 409,
    title: 'The penalty has changed',
    help: 'The cancellation costs other than the `expectedPenaltyCents` or `expectedPayableCents` sent: `penaltyCents` now, `payableCents` with the extras owed. Nothing was cancelled.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The Idempotency-Key was used for another request',
    help: 'A key identifies one request for 24 hours. Use a new key for a new request.',
  },
  already_exists: {
    status: 409,
    title: 'It already exists',
    help: 'Something with this name, code or address already exists; `errors` names the field.',
  },
  in_use: {
    status: 409,
    title: 'It is in use',
    help: 'It cannot be deleted because something else needs it; `detail` says what.',
  },
  booking_stands: {
    status: 409,
    title: 'A booking stands',
    help: 'Bookings (`codes`) are pending, confirmed, or a no-show before its check-out. Nobody was erased.',
  },
  room_taken: {
    status: 409,
    title: 'The room is taken',
    help: 'The room `roomNumber` is assigned to another booking on a night of both: `takenBy` has its `code`, `guest`, `checkin` and `checkout`. Nothing was changed. Choose another room, or exchange the rooms of the two.',
  },
  last_owner: {
    status: 409,
    title: 'There would be no owner',
    help: 'A hotel or an agency keeps at least one owner whose account is active: make someone else an owner first.',
  },
  mail_off: {
    status: 409,
    title: 'This service sends no mail',
    help: 'This needs a confirmation by mail, but no mail server is set (`SMTP_URL`). Instead, an admin can change the address of an account, or make a link for a new password and hand it over.',
  },
  passkeys_off: {
    status: 409,
    title: 'This service has no passkeys',
    help: 'A passkey is bound to a host name, but the address of this service is an IP address: set `PUBLIC_URL` to an https address with a name, or to `http://localhost` on this machine.',
  },
  link_invalid: {
    status: 410,
    title: 'The link is not valid',
    help: 'A link works once, within 24 hours, for its own purpose, and until the next of its kind is made for the same account. It may also have been withdrawn, or the account or the link’s maker may have changed since; an invitation is valid while its maker is an owner of the hotel, or an admin. The answer never says which of these it is. Request a new link.',
  },
  cursor_ahead: {
    status: 409,
    title: 'The cursor names a lost change',
    help: 'The feed does not have the change that `seenThrough` names: a failover or a restore of the database has lost it. Nothing was written. Request `cursor=latest`, pull bookings and days again, count, and push with that cursor.',
  },
  cursor_expired: {
    status: 410,
    title: 'The cursor is too old',
    help: 'The changes after this cursor are no longer stored; or, with `reason: "history_lost"`, a failover or a restore of the database has lost the change that it names. Pull everything again, then continue from `cursor` if present, else from `oldestCursor`: repeated changes are full snapshots and do no harm. A booking that no longer exists was lost.',
  },
  precondition_failed: {
    status: 412,
    title: 'There is nothing to compare',
    help: 'An availability push sets days one by one and replaces no representation, so any `If-Match` has nothing to compare. Send the push without it: the service subtracts from the counts what it has sold in the meantime, and the report says where.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the seconds in the `Retry-After` header: that is enough. Each refused request gets its own time, up to 60 seconds, so that several waiting requests pass one after another.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'A defect of the service, logged under the `requestId`. Nothing was applied, unless the operation says otherwise.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The database cannot be written or read at the moment, or too many password checks are waiting. Nothing was changed; try again after `Retry-After` seconds.',
  },
  migrating: {
    status: 503,
    title: 'The database is being migrated',
    help: 'The tables are being migrated; until then every request, health included, gets this answer. Nothing was changed; try again after `Retry-After` seconds. On PostgreSQL replicas of the previous version keep working.',
  },
  outcome_unknown: {
    status: 503,
    title: 'The outcome is unknown',
    help: 'The database failed during the commit, so the request may be stored or not. With an `Idempotency-Key`, repeat it after `Retry-After` seconds; without one, and without that header, check if it exists before you repeat it. The service stops, and reads at its next start what is stored.',
  },
}
