/**
 * The limits that callers meet, and those that several files know; what bounds one file alone (a cache, a queue of work)
 * stands in it. `GET /v1/partner/limits` publishes what partners must know (contract §2, §7).
 */

/** Updates one push may carry. */
export const UPDATES_MAX = 10_000
/** The body of a push of availability, after decompression. */
export const PUSH_BYTES_MAX = 4 * 1024 * 1024
/** Any other body but that of many acknowledgements: several times what the longest texts need, and read in well under a millisecond. */
export const BODY_BYTES_MAX = 64 * 1024
/** Errors, and separately warnings, listed in one push report. */
export const REPORT_ENTRIES_MAX = 1_000
/** Days one availability pull may span: more than the days that can be pushed (contract §2). */
export const PULL_DAYS_MAX = 750
/** Days of rates that one pull of rates may answer (contract-rates). */
export const RATE_DAYS_PULLED_MAX = 20_000
/** How far in the past a pull may begin. */
export const PULL_PAST_DAYS_MAX = 366
/** How far in the past a pushed day may lie: hotel-local yesterday is the night still running. */
export const PUSH_PAST_DAYS_MAX = 1
/** How far ahead a pushed day may lie. */
export const PUSH_FUTURE_DAYS_MAX = 730
/** Elements of a push that goes with small work; one of more is large. */
export const SMALL_PUSH_MAX = 100
/** Large pushes of one hotel, and of all, that wait for their turn. */
export const LARGE_PUSHES_WAITING_MAX = { ofOneMax: 32, inAllMax: 64 }
/** Rooms left to sell on one day. */
export const AVAILABLE_MAX = 9_999
/** Highest price of a night: times 90 nights and 9,999 rooms it still fits a safe integer. */
export const PRICE_CENTS_MAX = 10_000_000_000
/** Days that may be pushed to a hotel, whoever pushes them: at once, and regained in a minute (contract §7, *Fair use*). */
export const PUSHED_DAYS = { capacity: 100_000, perMinute: 50_000 }
/** Days that the elements of a `PATCH` may stand for (contract-counts). */
export const PATCH_DAYS_MAX = 20_000
/** Days of a range that failed, of which an error names so many (contract-counts). */
export const FAILED_DATES_MAX = 31
/** Entries of bookings that a count's cursor may be behind (contract-counts). */
export const UNSEEN_ENTRIES_MAX = 10_000
/** How long after its newest revision a booking that is not acknowledged is warned of (contract-counts, `unseen_bookings`). */
export const UNSEEN_BOOKING_MS = 24 * 60 * 60 * 1_000
export const CURSOR_LENGTH_MAX = 200
/** Characters of a room code, and of the code of a rate. */
export const ROOM_CODE_LENGTH_MAX = 64
export const RATE_CODE_LENGTH_MAX = 64
/** Entries on a list page, unless asked for otherwise, and at most. */
export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100
/** Rows that a list looks through for one page; what it did not reach is for the next one. */
export const ROWS_SEARCHED_MAX = 50_000
/** Taxes of a hotel, and their basis points together (contract-rates). */
export const TAXES_MAX = 10
export const TAXES_BP_MAX = 10_000
/** Beds of a kind in a room, its square metres, and its place among the room types. */
export const BEDS_MAX = 20
export const SIZE_M2_MAX = 9_999
export const POSITION_MAX = 999
/** Characters of a text of a hotel, of a room type, of a name and of an address of the web. */
export const HOTEL_TEXT_MAX = 3_000
export const ROOM_TEXT_MAX = 5_000
export const NAME_LENGTH_MAX = 200
export const WEBSITE_LENGTH_MAX = 500
/** Rates of a hotel beside `STD` (contract-rates). */
export const RATES_MAX = 50
/** Requests a minute of one API key, unless its own limit says otherwise (specification §8). */
export const KEY_REQUESTS_PER_MINUTE = 60
/** Failed authentications a minute from one address, before they are answered 429. */
export const AUTH_FAILURES_PER_MINUTE = 60
/** Active API keys of one hotel (contract §5). */
export const KEYS_ACTIVE_MAX = 5
/** Vendors that there are, and that one hotel is connected with (contract §8). */
export const VENDORS_MAX = 500
export const CONNECTIONS_MAX = 10
/** Networks that a key is taken from (contract §8), and characters of one: the longest address of IPv6 and its prefix. */
export const ALLOWED_IPS_MAX = 20
export const NETWORK_LENGTH_MAX = 49
/** What a sandbox may have: days, and separately days of rates; bookings (contract §2, *Sandbox*). */
export const SANDBOX_DAYS_MAX = 10_000
export const SANDBOX_BOOKINGS_MAX = 1_000
/** Faults that stand in a sandbox, how often one may happen, and how long it may keep somebody waiting. */
export const SANDBOX_FAULTS_MAX = 20
export const SANDBOX_FAULT_TIMES_MAX = 100
export const SANDBOX_DELAY_MS_MAX = 30_000
/** How long a delivery is kept back that shall be late, or come after a later one. */
export const SANDBOX_KEPT_BACK_MS = 10_000
/** How long a sandbox is kept after its last key has ended. */
export const SANDBOX_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** Nights of a stay (contract §3). */
export const NIGHTS_MAX = 90
/** The oldest that a child is. */
export const CHILD_AGE_MAX = 17
/** Rooms of one booking. */
export const STAY_ROOMS_MAX = 50
/** How long a hold keeps its rooms (contract §3). */
export const HOLD_MS = 15 * 60 * 1_000
/** How long one is kept that waits for its mailed link. */
export const PROOF_HOLD_MS = 30 * 60 * 1_000
/** Bookings that the desk ends at once. */
export const CANCELS_MAX = 500
/** How long an Idempotency-Key stands for its request (contract §3). */
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60 * 1_000
/** Bookings on a page of the partner's pull, unless asked for otherwise, and at most (contract §2). */
export const BOOKINGS_PAGE_DEFAULT = 100
export const BOOKINGS_PAGE_MAX = 500
/** Days one reservation pull may span (contract §2). */
export const BOOKINGS_PULL_DAYS_MAX = 366
/** Characters of a password (contract §5). */
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 200
/** Password hashes made side by side, of known people and of strangers each; and how many more may wait, half of each. */
export const HASHES_AT_ONCE = 1
export const HASHES_WAITING_MAX = 32
/** Failed log-ins of one account a minute. */
export const LOGIN_FAILURES_PER_MINUTE = 10
/** Registrations, and separately log-ins, a minute from one address (contract §7). */
export const AUTH_REQUESTS_PER_MINUTE = 10
/** Sessions of one account: the oldest end. */
export const SESSIONS_MAX = 100
/** How much later somebody must be seen for it to be written down. */
export const SESSION_SEEN_MS = 5 * 60 * 1_000
/** Recovery codes that an account is given at once. */
export const RECOVERY_CODES = 10
/** Wrong codes of a second factor that an account may have at once, and how long each then takes to be worked off. */
export const CODE_GUESSES_AT_ONCE = 10
export const CODE_GUESS_MS = 6 * 60 * 1_000
/** How long a second factor waits for the code that confirms it. */
export const ENROLMENT_MS = 30 * 60 * 1_000
/** Nights one dashboard of a hotel may span. */
export const DASHBOARD_DAYS_MAX = 92
/** Days one dashboard of an agency, or of the whole service, may span. */
export const SUMS_DAYS_MAX = 366
/** Days one export may span (issue 18). */
export const EXPORT_DAYS_MAX = 366
/** Endpoints in trouble, endpoints with something waiting, deliveries of one, and refused mails that an operator's page looks at. */
export const TROUBLES_MAX = 200
export const BACKLOGS_LOOKED_AT_MAX = 200
export const BACKLOG_COUNTED_MAX = 1_000
export const REFUSED_MAILS_MAX = 1_000
/** How long a delivery, or a mail, waits before an operator is told, and how far back mails are looked at. */
export const BACKLOG_ALARM_MS = 10 * 60 * 1_000
export const REFUSED_MAILS_MS = 7 * 24 * 60 * 60 * 1_000
/** How long an admin's visit of a hotel's panel is one. */
export const VISIT_MS = 60 * 60 * 1_000
/** Room types, or rates, that are counted of those sold with a board. */
export const USES_COUNTED_MAX = 1_000
/** Unacknowledged bookings that a hotel's dashboard counts. */
export const UNACKED_COUNTED_MAX = 1_000
/** Revisions, and separately deliveries, that the panel shows of a booking: the newest. */
export const BOOKING_TRAIL_MAX = 200
/** What the desk may keep beside a booking: characters of a note, tags and characters of one, of its room numbers; payments. */
export const DESK_NOTE_MAX = 2_000
export const DESK_TAGS_MAX = 10
export const DESK_TAG_LENGTH_MAX = 30
export const ROOM_NUMBER_LENGTH_MAX = 60
export const PAYMENTS_MAX = 100
/** People of one booking whose identities the desk keeps, and the days that these are kept after its check-out. */
export const IDENTITIES_MAX = 100
export const IDENTITIES_KEPT_DAYS = 90
/** Arrivals, departures and guests in house that one list of a day has each. */
export const DAY_LIST_MAX = 500
/** How far back pickup looks: bookings of the last seven days. */
export const PICKUP_MS = 7 * 24 * 60 * 60 * 1_000
/** How long a partner may take to acknowledge a revision before it is an alarm (contract §2). */
export const ACK_DUE_MS = 30 * 60 * 1_000
/** People of one hotel, and hotels of one account. */
export const MEMBERS_MAX = 200
export const MEMBERSHIPS_MAX = 200
/** Endpoints of one hotel that events are sent to (contract §2). */
export const WEBHOOKS_MAX = 5
/** Characters of an endpoint's address. */
export const URL_LENGTH_MAX = 2_048
/** Codes of bookings that a warning of a push or `booking.oversold` names (contract-counts.md). */
export const NAMED_BOOKINGS_MAX = 10
/** Attempts at one delivery: the first and the ten retries of contract §4. */
export const ATTEMPTS_MAX = 11
/** A whole exchange with a receiver, from the look-up of its name to the end of its answer (contract §4). */
export const EXCHANGE_MS_MAX = 10_000
/** How much of a receiver's answer is read (contract §4), and how much of that is kept to be shown. */
export const ANSWER_BYTES_MAX = 64 * 1_024
export const ANSWER_KEPT_BYTES_MAX = 1_024
/** The longest wait a receiver may ask for by Retry-After (contract §4). */
export const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1_000
/** Without a success for this long an endpoint is switched off (contract §4). */
export const FAILING_MS_MAX = 5 * 24 * 60 * 60 * 1_000
/** How long the secret before the present one signs too (contract §4). */
export const ROTATION_MS = 24 * 60 * 60 * 1_000
/** How long deliveries with their attempts are kept (contract §4). */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** How long the feed, the history of days and the events that can be replayed are kept (contract §2). */
export const CHANGES_KEPT_MS = 90 * 24 * 60 * 60 * 1_000
/** Changes of one day whose history is kept (contract §7, *Fair use*). */
export const HISTORY_OF_A_DAY_MAX = 500
/** Days one `availability.changed` event, and one entry of the feed, may carry; cursors inside a change count by it. */
export const EVENT_DAYS_MAX = 500
/** Entries on a page of the feed, unless asked for otherwise, and at most (contract §2). */
export const CHANGES_PAGE_DEFAULT = 100
export const CHANGES_PAGE_MAX = 500
/** Days on a page of the feed, all entries together. */
export const CHANGES_PAGE_DAYS_MAX = 10_000
/** How long a request for the feed may wait for something to happen (contract §2). */
export const CHANGES_WAIT_SECONDS_MAX = 25
/** Acknowledgements of one request, and its body: as many with the longest ids, spelled as they may be. */
export const ACKS_MAX = 500
export const ACKS_BYTES_MAX = 512 * 1024
/** How far back an unacknowledged revision is still told of; what is older was a backlog before. */
export const UNACKED_TOLD_MS = 7 * 24 * 60 * 60 * 1_000
/** How long it is kept what strangers took of hotels, by the hour. */
export const STRANGER_HOURS_KEPT_MS = 60 * 24 * 60 * 60 * 1_000
/** How long the log of pushes is kept, and the window of its alarm. */
export const PUSHES_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
export const PUSH_ALARM_MS = 24 * 60 * 60 * 1_000
/** Nights ahead that the panel looks for days which cannot be sold for want of a price. */
export const UNPRICED_DAYS = 90
/** Rows that one transaction of a retention pass deletes. */
export const PRUNE_ROWS_MAX = 500
/** How long a link is good that was made for somebody, and how long its row is kept. */
export const LINK_MS = 24 * 60 * 60 * 1_000
export const LINKS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** Links of a kind that are made within an hour for an account, or for a mailbox in all hotels. */
export const LINKS_PER_HOUR = 5
/** Invitations of a hotel that nobody has accepted or withdrawn, and those that it makes within a day. */
export const INVITATIONS_MAX = 50
export const INVITATIONS_PER_DAY = 100
/** How long mails with what became of them are kept. */
export const MAILS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** Attempts at one mail: the last comes some 18 hours after the first. */
export const MAIL_ATTEMPTS_MAX = 8
/** A mail that was not taken so long after it was queued is given up: what it tells is old. */
export const MAIL_LATE_MS = 24 * 60 * 60 * 1_000
/** Mails within an hour to a mailbox, by an address that nobody of a hotel's, an agency's or the service's people has proven to be theirs. */
export const MAILS_PER_HOUR = 5
/** Of these, those about bookings, by an address that no account has proven: anybody books in anybody's name. */
export const BOOKING_MAILS_PER_HOUR = 4
/** Mails to such a mailbox that may wait for their hour; more are dropped. */
export const MAILS_WAITING_MAX = 20
/** Everything before a mail server has a mail's text: the look-up of its name, greeting, TLS, log-in, addresses, text. */
export const MAIL_EXCHANGE_MS_MAX = 30_000
/** How long it may then take to say whether it took it (RFC 5321 §4.5.3.2.6 asks for patience). */
export const MAIL_VERDICT_MS_MAX = 5 * 60 * 1_000
/** How much of what a mail server said is kept. */
export const MAIL_ANSWER_LENGTH_MAX = 500
/** A picture as it is sent, pixels of its longer side, and characters of what is said to be on it. */
export const PHOTO_BYTES_MAX = 1024 * 1024
export const PHOTO_SIDE_MAX = 4_096
export const PHOTO_ALT_LENGTH_MAX = 200
/** Pictures of a hotel itself, and of each of its room types. */
export const HOTEL_PHOTOS_MAX = 20
export const ROOM_PHOTOS_MAX = 10
