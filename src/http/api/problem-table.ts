import type { ErrorCode } from '../../domain/kernel/errors.ts'
import { SIGN_IN_PROBLEMS } from './sign-in-problems.ts'

/** What a problem code means: the one table that answers, `GET /problems/<code>` and the OpenAPI document share. */
type Problem = { status: number; title: string; help: string }

export const PROBLEMS: Record<ErrorCode, Problem> = {
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    help: 'The body must be one JSON text (RFC 8259) in UTF-8 without a byte order mark; every name stands once in its object. `detail` says where reading failed.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential',
    help: 'Send `Authorization: Bearer <API_KEY>` with an active key of the hotel or, outside the partner interface, `Authorization: Bearer <token>` with a token of `POST /v1/auth/login`. What was revoked, was ended or has expired is refused in the same words as what never was.',
  },
  ...SIGN_IN_PROBLEMS,
  forbidden: {
    status: 403,
    title: 'Not allowed',
    help: 'The credential is valid, but its role may not do this.',
  },
  scope_missing: {
    status: 403,
    title: 'The key has not the scope for this',
    help: 'The API key is good, but was made without a scope that this needs; one of those in `scopes` is enough. `GET /v1/partner/limits` says which a key has. A key is never given more: let the hotel make another one with that scope.',
  },
  role_missing: {
    status: 403,
    title: 'Your role in the hotel is too low for this',
    help: 'The account belongs to the hotel, but a role that may do this is another; one of those in `roles` is enough. `GET /v1/auth/me` lists what it is in which hotel; an owner of the hotel gives roles.',
  },
  manage_token_required: {
    status: 403,
    title: 'Code and e-mail read a booking; they do not act on it',
    help: 'Whoever acts without a session sends `manageToken`: it is in the answer to the booking and in the mails about it. `POST /v1/bookings/:code/manage-link` mails it anew.',
  },
  second_factor_required: {
    status: 403,
    title: 'The hotel asks for a second factor',
    help: 'The account belongs to the hotel, which lets its people in with a second factor only, and has none. Switch one on (`POST /v1/auth/second-factor`, in the panel the page of your own account): the next request is let in. API keys and vendors are not concerned.',
  },
  step_up_required: {
    status: 403,
    title: 'Show again who you are',
    help: 'What lasts (`act` says what) needs a log-in or a step-up of the last 10 minutes in the same session: `POST /v1/auth/step-up` with the password, and a code where the account has a second factor; then send the same call again. API keys are never asked.',
  },
  address_not_allowed: {
    status: 403,
    title: 'The key is not taken from this address',
    help: 'The hotel has said from which addresses and networks the API key is taken, and the request came from another; `detail` says from which. It took no token of the key. Send it from one of them, or ask the hotel to change the list.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is nothing at this address, or it belongs to somebody else.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The address exists, but not with this method; the `Allow` header lists those it has.',
  },
  too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'A body has at most 64 KiB, a picture 1 MiB, that of a push of availability 4 MiB, counted after decompression; `detail` says how many bytes. Split it, or send a smaller picture.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send `Content-Type: application/json` and no `Content-Encoding`; only a push of availability may have one: `gzip`.',
  },
  validation_failed: {
    status: 422,
    title: 'The request is not valid',
    help: 'The request could be read but breaks a rule; `errors` names each place (a JSON Pointer into the body, or `?name` for a query parameter) with a stable code and a sentence.',
  },
  password_too_weak: {
    status: 422,
    title: 'The password is too weak',
    help: 'The password that was chosen is one of those that are tried first: too short, among the 10,000 commonest, a name or address with digits or signs around it or, of owners and admins, a run of keys or fewer than five different characters. `errors` says which. Three or four words that have nothing to do with each other are safer than signs in a short one.',
  },
  hotel_required: {
    status: 422,
    title: 'Which hotel is not said',
    help: 'A vendor has one secret for all hotels that are connected with it: each call names one of them by its slug, `?hotel=`. Only `GET /v1/partner/hotels` may leave it out, and lists them. A key of a hotel needs none.',
  },
  currency_mismatch: {
    status: 422,
    title: 'The currency is another one',
    help: 'The `currency` sent is not that of the hotel, in which all its amounts are; `currency` says which that is. Nothing was written.',
  },
  transition_invalid: {
    status: 409,
    title: 'The booking is not in a state for this',
    help: 'What was asked is not a step from the state the booking is in; `bookingStatus` says which that is. Where it is only too early, `from` says when it becomes possible.',
  },
  revision_conflict: {
    status: 409,
    title: 'It has changed meanwhile',
    help: 'What was sent was decided on something older: the `revision` sent is not the newest (`revision` says which is), or what was `expected` does not stand. Read it again and decide anew.',
  },
  price_changed: {
    status: 409,
    title: 'The price is another one',
    help: 'The total is not the `expectedTotalCents` or `expectedPayableCents` sent, or not what a hold came to that has run out; `totalPriceCents` is the total now. Nothing was booked or changed.',
  },
  sold_out: {
    status: 409,
    title: 'Not enough rooms',
    help: 'On the nights in `dates` there are fewer rooms left than asked for. Nothing was booked or changed.',
  },
  closed_for_sale: {
    status: 409,
    title: 'Closed for sale',
    help: 'The nights in `dates` are not for sale. Nothing was booked or changed.',
  },
  no_price: {
    status: 409,
    title: 'The rate has no price',
    help: 'On the nights in `dates` the rate has no price for this party. Nothing was booked or changed.',
  },
  min_stay: {
    status: 409,
    title: 'The stay is too short',
    help: 'A stay that begins on the day in `dates` needs more nights at this rate. Nothing was booked or changed.',
  },
  min_stay_through: {
    status: 409,
    title: 'The stay is too short for one of its nights',
    help: 'The nights in `dates` are sold in longer stays only at this rate. Nothing was booked or changed.',
  },
  max_stay: {
    status: 409,
    title: 'The stay is too long',
    help: 'A stay that begins on the day in `dates` may not have so many nights at this rate. Nothing was booked or changed.',
  },
  closed_to_arrival: {
    status: 409,
    title: 'Nobody arrives on this day',
    help: 'At this rate no stay begins on the day in `dates`; one may go through it. Nothing was booked or changed.',
  },
  closed_to_departure: {
    status: 409,
    title: 'Nobody departs on this day',
    help: 'At this rate no stay ends on the day in `dates`; one may go through it. Nothing was booked or changed.',
  },
  proof_required: {
    status: 409,
    title: 'The booking waits for its mailed link',
    help: 'A link was mailed to the guest: the button on its page confirms a hold, and lets a change be sent again. Nothing else was changed.',
  },
  ask_the_hotel: {
    status: 409,
    title: 'The hotel takes this by telephone',
    help: 'On the web the hotel takes no more of this at present: `phone` and `email` say where it is reached. Nothing was changed.',
  },
  terms_forbid_change: {
    status: 409,
    title: 'The terms of the booking do not let it become less',
    help: 'A cancellation now would cost `penaltyCents`: until it is free a booking keeps its nights and rooms, and neither its total nor that penalty may fall. Nothing was changed. The hotel may make the change.',
  },
  penalty_changed: {
    status: 409,
    title: 'The penalty is another one',
    help: 'The cancellation does not cost the `expectedPenaltyCents` sent; `penaltyCents` is what it costs now. Nothing was cancelled.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The Idempotency-Key was used for another request',
    help: 'Within 24 hours a key stands for one request only. Use a new key for a new request.',
  },
  already_exists: {
    status: 409,
    title: 'There is one already',
    help: 'Something with this name, code or address exists; `errors` names the field.',
  },
  in_use: {
    status: 409,
    title: 'It is used',
    help: 'What something else needs is not deleted; `detail` says what needs it.',
  },
  last_owner: {
    status: 409,
    title: 'The hotel would have no owner',
    help: 'A hotel keeps at least one owner whose account is active: make another member an owner first.',
  },
  mail_off: {
    status: 409,
    title: 'This service sends no mail',
    help: 'What was asked is confirmed by mail, and no mail server is set (`SMTP_URL`). An admin changes the address of an account, or makes a link for a new password, which they hand over.',
  },
  passkeys_off: {
    status: 409,
    title: 'This service has no passkeys',
    help: 'A passkey is bound to the name of a host, and this service is reached at an IP address: set `PUBLIC_URL` to an https address with a name, or to `http://localhost` on this machine.',
  },
  link_invalid: {
    status: 410,
    title: 'The link does not count',
    help: 'Each link is good once, for 24 hours, for what it was made for, and until the next of its kind is made for the same account. It may also have been withdrawn, or the account or who made it may have changed since; an invitation counts as long as who made it is an owner of the hotel, or an admin. Which of these it is is not told. Ask for another one.',
  },
  cursor_ahead: {
    status: 409,
    title: 'The cursor is of a feed that is no more',
    help: 'The feed does not have the change that `seenThrough` names, for a failover or a restore of the database has lost it. Nothing was written. Ask for `cursor=latest`, pull bookings and days anew, count, and push with that cursor.',
  },
  cursor_expired: {
    status: 410,
    title: 'The cursor is too old',
    help: 'What came after this cursor is not kept any more; or, with `reason: "history_lost"`, a failover or a restore of the database has lost the change that it names. Pull everything anew, then go on from `cursor` where there is one, else from `oldestCursor`: what it repeats is full snapshots and does no harm. A booking that is found no more was lost.',
  },
  precondition_failed: {
    status: 412,
    title: 'There is nothing to compare',
    help: 'A push of availability sets days one by one and replaces no representation, so that an `If-Match`, whatever its value, has nothing to compare. Send the push without it: counts are corrected by what the service sold meanwhile, and the report says where.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait the seconds of the `Retry-After` header: that is enough. Each refused request is told a time of its own, up to 60 seconds, so that several that wait pass one after another.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'A defect of the service. It is logged under the `requestId`; nothing of the request was applied unless said otherwise.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The database cannot be written or read at the moment, or too many passwords are being checked. Nothing was changed; try again after `Retry-After` seconds.',
  },
  migrating: {
    status: 503,
    title: 'The database is being brought up to date',
    help: 'This replica is new and waits until the tables are as it needs them; it answers nothing else until then, health neither. Nothing was changed; try again after `Retry-After` seconds. Replicas of the version before go on meanwhile.',
  },
  outcome_unknown: {
    status: 503,
    title: 'Whether it was done is not known',
    help: 'The database failed in the act of committing what was asked for, which may be stored or not. With an `Idempotency-Key` send the same again after `Retry-After` seconds; without one, and without that header, look whether it is there before you repeat it. The service ends and reads at its next start what is stored.',
  },
}
