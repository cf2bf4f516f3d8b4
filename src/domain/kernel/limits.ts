/**
 * Limits that callers meet, and limits that several files share; a bound of one file (a cache, a work queue) stands in
 * that file. `GET /v1/partner/limits` publishes those that partners need (contract §2, §7).
 */

/** Updates one push may carry. */
export const UPDATES_MAX = 10_000
/** The body of a push of availability, after decompression. */
export const PUSH_BYTES_MAX = 4 * 1024 * 1024
/**
 * Any other body, except many acknowledgements: several times the longest texts, parsed in well under a millisecond.
 */
export const BODY_BYTES_MAX = 64 * 1024
/** Bytes of a body with hundreds of elements. */
export const LONG_BODY_BYTES_MAX = 256 * 1024
/** Errors, and separately warnings, listed in one push report. */
export const REPORT_ENTRIES_MAX = 1_000
/** Days one availability pull may span: more than the days that can be pushed (contract §2). */
export const PULL_DAYS_MAX = 750
/** Days of rates that one pull of rates may answer (contract-rates). */
export const RATE_DAYS_PULLED_MAX = 20_000
/** Earliest start of a pull, in days before today. */
export const PULL_PAST_DAYS_MAX = 366
/** Earliest pushed day, in days before today: hotel-local yesterday is the night still running. */
export const PUSH_PAST_DAYS_MAX = 1
/** Latest pushed day, in days after today. */
export const PUSH_FUTURE_DAYS_MAX = 730
/** Rooms left to sell on one day. */
export const AVAILABLE_MAX = 9_999
/** Highest price of a night: times 90 nights and 9,999 rooms it still fits a safe integer. */
export const PRICE_CENTS_MAX = 10_000_000_000
/** Days that the elements of a `PATCH` may stand for (contract-counts). */
export const PATCH_DAYS_MAX = 20_000
/** Default and maximum entries of a list page. */
export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100
/** Limits of a sandbox: days, days of rates, and bookings (contract §2, *Sandbox*). */
export const SANDBOX_DAYS_MAX = 10_000
export const SANDBOX_BOOKINGS_MAX = 1_000
/** Active faults of a sandbox, repetitions of one fault, and its longest delay. */
export const SANDBOX_FAULTS_MAX = 20
export const SANDBOX_FAULT_TIMES_MAX = 100
/** A sandbox is deleted this long after its last key ended. */
export const SANDBOX_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** Default and maximum bookings of a page of the partner's pull (contract §2). */
export const BOOKINGS_PAGE_DEFAULT = 100
export const BOOKINGS_PAGE_MAX = 500
/** Days one reservation pull may span (contract §2). */
export const BOOKINGS_PULL_DAYS_MAX = 366
/** Characters of a password (contract §5). */
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 200
/** Failed log-ins of one account a minute. */
export const LOGIN_FAILURES_PER_MINUTE = 10
/** Webhook endpoints of one hotel (contract §2). */
export const WEBHOOKS_MAX = 5
/** Characters of an endpoint's address. */
export const URL_LENGTH_MAX = 2_048
/** Attempts at one delivery: the first and the ten retries of contract §4. */
export const ATTEMPTS_MAX = 11
/** Time limit of an exchange with a receiver, from its DNS look-up to the end of its answer (contract §4). */
export const EXCHANGE_MS_MAX = 10_000
/** Retention of deliveries and their attempts (contract §4). */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** Retention of the feed, the history of days and replayable events (contract §2). */
export const CHANGES_KEPT_MS = 90 * 24 * 60 * 60 * 1_000
/** Days one `availability.changed` event, and one entry of the feed, may carry; cursors inside a change count by it. */
export const EVENT_DAYS_MAX = 500
/** Default and maximum entries of a page of the feed (contract §2). */
export const CHANGES_PAGE_DEFAULT = 100
export const CHANGES_PAGE_MAX = 500
/** Days on a page of the feed, all entries together. */
export const CHANGES_PAGE_DAYS_MAX = 10_000
/** Longest wait of a long poll of the feed (contract §2). */
export const CHANGES_WAIT_SECONDS_MAX = 25
/** Hotels whose feeds one call reads. */
export const FEEDS_READ_MAX = 500
/** Acknowledgements per request, and its body: that many with the longest ids, in their longest spelling. */
export const ACKS_MAX = 500
export const ACKS_BYTES_MAX = 512 * 1024
