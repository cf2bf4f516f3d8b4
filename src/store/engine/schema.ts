import { sql } from 'drizzle-orm'
import type { MailedKind } from '../../domain/accounts/account-link.ts'
import type { MemberRole } from '../../domain/accounts/membership.ts'
import { SCOPES_DEFAULT } from '../../domain/accounts/scope.ts'
import type { ActorBy, ActorHow, ActorType, Role, UserStatus } from '../../domain/accounts/user.ts'
import type { BookingProof, BookingStatus, SourceType } from '../../domain/bookings/booking.ts'
import type { PaymentMethod } from '../../domain/bookings/desk.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type {
  AccountMailKind,
  HotelMailKind,
  MailKind,
  MailState,
} from '../../domain/mails/mail.ts'
import type { PhotoType } from '../../domain/photos/photo.ts'
import type { Proof } from '../../domain/sandbox/certification-proof.ts'
import type { DeliveryFault } from '../../domain/sandbox/sandbox-fault.ts'
import {
  WEB_NIGHTS_DEFAULT,
  WEB_ROOMS_DEFAULT,
  type WebProof,
} from '../../domain/strangers/strangers.ts'
import type {
  AttemptError,
  DeliveryCause,
  DeliveryState,
  OffReason,
} from '../../domain/webhooks/webhook.ts'
import { type Kit, postgresKit, sqliteKit } from './kit.ts'

/** Every table once, in foreign-key order, in the dialect of the kit. */
function define(kit: Kit) {
  const { table, text, int, big, bool, real, bytes, serial, pk, index, uniqueIndex, check } = kit
  const date = (name: string) => text(name).$type<CalendarDate>()

  const meta = table('meta', { key: text('key').primaryKey(), value: text('value').notNull() })

  const city = table('city', {
    id: serial('id'),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    country: text('country').notNull(),
    /** Where a hotel of it is that says nothing else; null: not said. */
    lat: real('lat'),
    lng: real('lng'),
    /** JSON, as of all that has names: by language; null: none. */
    translations: text('translations'),
  })

  const hotel = table(
    'hotel',
    {
      id: serial('id'),
      cityId: int('city_id')
        .notNull()
        .references(() => city.id),
      slug: text('slug').notNull().unique(),
      name: text('name').notNull(),
      currency: text('currency').notNull(),
      timezone: text('timezone').notNull(),
      stars: int('stars').notNull(),
      address: text('address').notNull(),
      lat: real('lat').notNull(),
      lng: real('lng').notNull(),
      checkinTime: text('checkin_time').notNull(),
      checkoutTime: text('checkout_time').notNull(),
      restoreOnCancel: bool('restore_on_cancel').notNull(),
      active: bool('active').notNull(),
      /** JSON: its taxes, in their order; null: none. */
      taxes: text('taxes'),
      /** Where guests reach it; null: not said. */
      phone: text('phone'),
      email: text('email'),
      website: text('website'),
      /** JSON: its texts by language and name; null: none. */
      translations: text('translations'),
      /** It has, or had, rates, restrictions or supplements a guest; else nobody looks for any. */
      usesRates: bool('uses_rates').notNull().default(false),
      /** How often it, its city or its room types have changed: what was read of them stands while this does. */
      revision: int('revision').notNull().default(0),
      /** Sum and number of the reviews' ratings, kept with each review. */
      ratingSum: int('rating_sum').notNull().default(0),
      ratingCount: int('rating_count').notNull().default(0),
      createdAtMs: big('created_at_ms').notNull(),
      /** Its guests are told of their bookings by mail, in this language unless a booking says another. */
      mailGuests: bool('mail_guests').notNull().default(false),
      mailLanguage: text('mail_language').$type<Language>().notNull().default(sql`'en'`),
      /** Where its own people are written to; null: nowhere. */
      mailAddress: text('mail_address'),
      /** Its people are let in with a second factor only. */
      secondFactorRequired: bool('second_factor_required').notNull().default(false),
      /** What one booking on the web may have, and which of them wait for a mailed link (`domain/strangers.ts`). */
      webMaxRooms: int('web_max_rooms').notNull().default(WEB_ROOMS_DEFAULT),
      webMaxNights: int('web_max_nights').notNull().default(WEB_NIGHTS_DEFAULT),
      webProof: text('web_proof').$type<WebProof>().notNull().default(sql`'share'`),
      /** Until when the brake on strangers' bookings is lifted; null: it is not. */
      webBrakeLiftedUntilMs: big('web_brake_lifted_until_ms'),
      /** Of a sandbox: the hotel that it is the sandbox of. Its own id is negative, its row never `active` (`domain/catalog/sandbox-hotel.ts`). */
      sandboxOf: int('twin_of'),
      /** Of a sandbox: another one has come in its place, or nobody has a key to it: retention drops it. */
      retiredAtMs: big('retired_at_ms'),
    },
    (t) => [
      index('hotel_city').on(t.cityId),
      uniqueIndex('hotel_twin')
        .on(t.sandboxOf)
        .where(sql`${t.sandboxOf} is not null and ${t.retiredAtMs} is null`),
    ],
  )

  /** The hotel that a row belongs to, for rows so few that the look-up costs nothing. */
  const hotelId = () =>
    int('hotel_id')
      .notNull()
      .references(() => hotel.id)

  const board = table('board', {
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    position: int('position').notNull(),
    translations: text('translations'),
  })

  const roomType = table(
    'room_type',
    {
      hotelId: hotelId(),
      roomCode: text('room_code').notNull(),
      name: text('name').notNull(),
      description: text('description').notNull(),
      totalRooms: int('total_rooms'),
      /** Rooms that may be sold beyond `totalRooms` (contract-counts, the cap). */
      overbookingRooms: int('overbooking_rooms').notNull().default(0),
      maxAdults: int('max_adults').notNull(),
      maxChildren: int('max_children').notNull(),
      maxOccupancy: int('max_occupancy').notNull(),
      basePriceCents: big('base_price_cents'),
      active: bool('active').notNull(),
      /** JSON; null: none. */
      beds: text('beds'),
      sizeM2: int('size_m2'),
      /** JSON: their codes; null: none. */
      amenities: text('amenities'),
      /** Where it stands among the hotel's; null: behind those that say it. */
      position: int('position'),
      /** JSON: its texts by language and name; null: none. */
      translations: text('translations'),
    },
    (t) => [pk({ columns: [t.hotelId, t.roomCode] })],
  )

  /** Boards a room type is sold with; the day's price is for the one at position 0 (contract §2). */
  const roomBoard = table(
    'room_board',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      position: int('position').notNull(),
      boardCode: text('board_code')
        .notNull()
        .references(() => board.code),
      supplementCents: big('supplement_cents').notNull(),
      /** Each guest pays it, and not the room. */
      perGuest: bool('per_guest').notNull().default(false),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.position] }),
      index('room_board_board').on(t.boardCode),
    ],
  )

  /** Pictures of a hotel, or of one of its room types, in their order. */
  const photo = table(
    'photo',
    {
      /** Nobody guesses it: whoever knows it may see the picture. */
      id: text('id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      /** Null: of the hotel itself. */
      roomCode: text('room_code'),
      /** From 1, without gaps, among those of the hotel or of the room type. */
      position: int('position').notNull(),
      altTr: text('alt_tr').notNull(),
      altEn: text('alt_en').notNull(),
      width: int('width').notNull(),
      height: int('height').notNull(),
      type: text('type').$type<PhotoType>().notNull(),
      /** Of what is served, in hex. */
      sha256: text('sha256').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [index('photo_place').on(t.hotelId, t.roomCode, t.position)],
  )

  /** What a picture consists of, beside it: SQLite would write it anew with each change of its row. */
  const photoBytes = table('photo_bytes', {
    photoId: text('photo_id').primaryKey(),
    bytes: bytes('bytes').notNull(),
  })

  /** Rates of hotels (contract-rates); `STD` has a row from its first change on. */
  const rate = table(
    'rate',
    {
      hotelId: hotelId(),
      rateCode: text('rate_code').notNull(),
      name: text('name').notNull(),
      translations: text('translations'),
      boardCode: text('board_code').references(() => board.code),
      /** JSON: codes of the room types sold at it; null: all. */
      roomCodes: text('room_codes'),
      /** JSON; null: the price of the day. */
      pricing: text('pricing'),
      /** JSON: what other parties pay; null: the same. */
      guests: text('guests'),
      /** JSON. */
      cancellation: text('cancellation').notNull(),
      public: bool('public').notNull(),
      active: bool('active').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.rateCode] }),
      index('rate_board').on(t.boardCode).where(sql`${t.boardCode} is not null`),
    ],
  )

  /** Prices and restrictions of one day of a rate for a room type: null is not its own, or none. */
  const ofRateDay = () => ({
    priceCents: big('price_cents'),
    closed: bool('closed').notNull(),
    minStay: int('min_stay'),
    minStayThrough: int('min_stay_through'),
    maxStay: int('max_stay'),
    closedToArrival: bool('closed_to_arrival'),
    closedToDeparture: bool('closed_to_departure'),
  })

  /** Days of rates; of `STD` restrictions alone, for its price and closed flag are the day's. */
  const rateDay = table(
    'rate_day',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      rateCode: text('rate_code').notNull(),
      date: date('date').notNull(),
      ...ofRateDay(),
      /** The newest change of it: where its history begins. */
      lastSeq: big('last_seq'),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.rateCode, t.date] }),
      check('rate_day_price', sql`${t.priceCents} > 0`),
    ],
  )

  /** Rooms left to sell, price and closed flag of one night (contract §1). */
  const day = table(
    'day',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      available: int('available').notNull(),
      priceCents: big('price_cents'),
      closed: bool('closed').notNull(),
      /** Rooms of this service's live bookings that sleep here, moved in the update that moves the booking. */
      live: int('live').notNull().default(0),
      /** Of `live`: rooms of confirmed bookings that nobody has proven, and of holds of strangers and of people proven by mail. */
      unproven: int('unproven').notNull().default(0),
      heldByStrangers: int('held_by_strangers').notNull().default(0),
      /** What the count would be below 0: rooms given back fill it first (contract-counts). */
      shortfall: int('shortfall').notNull().default(0),
      /** How much of the feed the newest count with a cursor had seen (`orderOf`). */
      seenOrder: big('seen_order'),
      /** `live` alone is more than the room type has to sell, and `booking.oversold` was told. */
      oversold: bool('oversold').notNull().default(false),
      /** The newest change of it: where its history begins. */
      lastSeq: big('last_seq'),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.date] }),
      index('day_oversold').on(t.hotelId, t.date).where(sql`${t.oversold}`),
      check('day_available', sql`${t.available} >= 0`),
      check('day_price', sql`${t.priceCents} >= 0`),
    ],
  )

  /** One committed change of a hotel: who made it and when; `seq` grows in the order of commits. */
  const change = table(
    'change',
    {
      seq: serial('seq'),
      hotelId: int('hotel_id').notNull(),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      /** Of a booking's own acts: who acted, and what opened it; null: not said, or another kind of actor. */
      actorBy: text('actor_by').$type<ActorBy>(),
      actorHow: text('actor_how').$type<ActorHow>(),
      pushId: text('push_id'),
      atMs: big('at_ms').notNull(),
      /** How often retention has dropped days of it: with each time its entries are numbered anew. */
      trims: int('trims').notNull().default(0),
    },
    (t) => [
      index('change_hotel').on(t.hotelId, t.seq),
      index('change_hotel_at').on(t.hotelId, t.atMs, t.seq),
      // Of people alone, who are few: a push and a guest's booking write nothing here.
      index('change_user')
        .on(t.hotelId, t.actorId, t.atMs, t.seq)
        .where(sql`${t.actorType} = 'user'`),
    ],
  )

  /** What a change did to one day: the state before (null: never pushed) and after. */
  const dayHistory = table(
    'day_history',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      changeSeq: big('change_seq').notNull(),
      availableBefore: int('available_before'),
      priceCentsBefore: big('price_cents_before'),
      closedBefore: bool('closed_before'),
      shortfallBefore: int('shortfall_before'),
      available: int('available').notNull(),
      priceCents: big('price_cents'),
      closed: bool('closed').notNull(),
      shortfall: int('shortfall').notNull().default(0),
      /** The change before this one of the same day; null, or gone: there is none. */
      prevSeq: big('prev_seq'),
    },
    // In the order of writing, and no index beside it: a push appends its rows and touches no page but the last ones.
    (t) => [pk({ columns: [t.changeSeq, t.roomCode, t.date] })],
  )

  /** What a change did to one day of a rate: the state before (null: none) and after. */
  const rateDayHistory = table(
    'rate_day_history',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      rateCode: text('rate_code').notNull(),
      date: date('date').notNull(),
      changeSeq: big('change_seq').notNull(),
      /** JSON: the day before; null: there was none. */
      before: text('before'),
      ...ofRateDay(),
      /** As in the history of days. */
      prevSeq: big('prev_seq'),
    },
    (t) => [pk({ columns: [t.changeSeq, t.roomCode, t.rateCode, t.date] })],
  )

  /** What was answered to a push of days: who pushed, how, and what became of its elements (contract §5). */
  const push = table(
    'push',
    {
      id: text('id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      mode: text('mode').notNull(),
      dryRun: bool('dry_run').notNull(),
      received: int('received').notNull(),
      applied: int('applied').notNull(),
      unchanged: int('unchanged').notNull(),
      rejected: int('rejected').notNull(),
      corrected: int('corrected').notNull().default(0),
      stale: int('stale').notNull().default(0),
      /** `{errors, warnings}` as answered, packed by `store/availability/pushes.ts`; null when there were none. */
      report: text('report'),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      index('push_hotel').on(t.hotelId, t.atMs, t.id),
      index('push_rejected').on(t.hotelId, t.atMs, t.id).where(sql`${t.rejected} > 0`),
      index('push_at').on(t.atMs),
    ],
  )

  /** Makers of software that hotels connect (contract §8); what they may do at a hotel is a key of it. */
  const vendor = table(
    'vendor',
    {
      id: text('id').primaryKey(),
      name: text('name').notNull(),
      contact: text('contact').notNull(),
      prefix: text('prefix').notNull(),
      hash: text('hash').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      /** While a rotation overlaps: the secret before, and until when it is good. */
      previousPrefix: text('previous_prefix'),
      previousHash: text('previous_hash'),
      previousUntilMs: big('previous_until_ms'),
      /** When the secret was last changed; null: it is the first one. */
      rotatedAtMs: big('rotated_at_ms'),
      /** The account that made it; null: it is older than this column. */
      createdBy: text('created_by'),
    },
    (t) => [
      uniqueIndex('vendor_hash').on(t.hash),
      index('vendor_previous').on(t.previousHash).where(sql`${t.previousHash} is not null`),
    ],
  )

  const apiKey = table(
    'api_key',
    {
      id: text('id').primaryKey(),
      hotelId: hotelId(),
      name: text('name').notNull(),
      prefix: text('prefix').notNull(),
      hash: text('hash').notNull(),
      /** A list in JSON; keys made before there were scopes have the default. */
      scopes: text('scopes')
        .notNull()
        .default(sql.raw(`'${JSON.stringify(SCOPES_DEFAULT)}'`)),
      /** Networks that it is taken from, in CIDR, a list in JSON; none: from anywhere. */
      allowedIps: text('allowed_ips').notNull().default(sql`'[]'`),
      requestsPerMinute: int('requests_per_minute'),
      createdAtMs: big('created_at_ms').notNull(),
      expiresAtMs: big('expires_at_ms'),
      revokedAtMs: big('revoked_at_ms'),
      lastUsedAtMs: big('last_used_at_ms'),
      /** The address of its last use; null: not used, or not kept then. */
      lastUsedFrom: text('last_used_from'),
      /** The account that made it; null: the service did, or it is older than this column. */
      createdBy: text('created_by'),
      /** It works on the sandbox of its hotel. */
      test: bool('test').notNull().default(false),
      /** The vendor that it is the connection of, whose secret opens it: its own hash is nobody's. */
      vendorId: text('vendor_id'),
    },
    (t) => [
      uniqueIndex('api_key_hash').on(t.hash),
      index('api_key_hotel').on(t.hotelId),
      index('api_key_maker').on(t.createdBy).where(sql`${t.createdBy} is not null`),
      uniqueIndex('api_key_connection')
        .on(t.vendorId, t.hotelId)
        .where(sql`${t.vendorId} is not null and ${t.revokedAtMs} is null`),
    ],
  )

  /** What a test key's holder asked to go wrong in a sandbox, so many times more. */
  const sandboxFault = table(
    'sandbox_fault',
    {
      id: text('id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      /** Of answers: the operation, null: any. */
      operation: text('operation'),
      /** Of answers, JSON: `{status?, delayMs?, drop?}`; null: of deliveries. */
      answer: text('answer'),
      /** Of deliveries. */
      webhooks: text('webhooks').$type<DeliveryFault>(),
      times: int('times').notNull(),
      remaining: int('remaining').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [index('sandbox_fault_hotel').on(t.hotelId)],
  )

  /** What test keys have shown of their certification: a row for each scenario that is done or begun. */
  const sandboxProof = table(
    'sandbox_proof',
    {
      apiKeyId: text('api_key_id').notNull(),
      scenario: text('scenario').$type<Proof['scenario']>().notNull(),
      /** null: begun. */
      doneAtMs: big('done_at_ms'),
      /** JSON: ids of the requests, and of the deliveries, that prove it. */
      requestIds: text('request_ids').notNull(),
      deliveryIds: text('delivery_ids').notNull(),
      /** JSON: what was seen so far of one that takes several calls. */
      seen: text('seen').notNull(),
    },
    (t) => [pk({ columns: [t.apiKeyId, t.scenario] })],
  )

  const agency = table('agency', {
    id: serial('id'),
    /** Upper case, shown in bookings as `source.agencyCode`. */
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Basis points: 1,000 is 10 % of a booking's total. */
    commissionBasisPoints: int('commission_basis_points').notNull(),
    active: bool('active').notNull(),
    createdAtMs: big('created_at_ms').notNull(),
  })

  const user = table('user', {
    id: text('id').primaryKey(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<Role>().notNull(),
    status: text('status').$type<UserStatus>().notNull(),
    /** Raised by whatever ends the user's tokens (contract §5). */
    tokenVersion: int('token_version').notNull(),
    agencyId: int('agency_id').references(() => agency.id),
    /** What its holder reads and is written to in; null: not said. */
    language: text('language').$type<Language>(),
    createdAtMs: big('created_at_ms').notNull(),
    updatedAtMs: big('updated_at_ms').notNull(),
    /** The address at which a mail to it was last read; another than `email`, or null: the address is not proven. */
    provenAddress: text('proven_address'),
  })

  /** What an account makes codes with beside its password (RFC 6238). */
  const secondFactor = table('second_factor', {
    userId: text('user_id').primaryKey(),
    /** Sealed. */
    secret: text('secret').notNull(),
    createdAtMs: big('created_at_ms').notNull(),
    /** When a right code showed that its holder has it; null: not yet, and it counts for nothing. */
    confirmedAtMs: big('confirmed_at_ms'),
    /** The newest step of 30 seconds whose code was taken: none of it or before is taken again. */
    lastStep: big('last_step').notNull().default(0),
    /** Until when the wrong codes so far are worked off, one each few minutes. */
    guessesUntilMs: big('guesses_until_ms').notNull().default(0),
  })

  /** Codes in the place of a lost second factor, each for one time; a used one is gone. */
  const recoveryCode = table(
    'recovery_code',
    { userId: text('user_id').notNull(), hash: text('hash').notNull() },
    (t) => [pk({ columns: [t.userId, t.hash] })],
  )

  /** Log-ins whose token is still good, unless the account's `tokenVersion` is another now. */
  const session = table(
    'session',
    {
      id: text('id').primaryKey(),
      userId: text('user_id').notNull(),
      tokenVersion: int('token_version').notNull(),
      /** Browser and system, as its user agent says; null: unknown. */
      agent: text('agent'),
      address: text('address').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      /** To some minutes. */
      seenAtMs: big('seen_at_ms').notNull(),
      expiresAtMs: big('expires_at_ms').notNull(),
      /** When its holder last showed who they are, by a log-in or a step-up; null: not since this column is there. */
      steppedUpAtMs: big('stepped_up_at_ms'),
      /** The passkey that it has shown last, which counts as its second factor while it is kept; null: none. */
      passkeyId: text('passkey_id'),
    },
    (t) => [index('session_user').on(t.userId), index('session_expires').on(t.expiresAtMs)],
  )

  /** Networks (/24, /48) from which an account signed in, kept 90 days from the last time (`contract-access`, *Accounts*). */
  const knownPlace = table(
    'known_place',
    {
      userId: text('user_id').notNull(),
      place: text('place').notNull(),
      seenAtMs: big('seen_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.userId, t.place] }), index('known_place_seen').on(t.seenAtMs)],
  )

  /** Browsers that an account signed in with, by the hash of their cookie, kept 90 days. */
  const device = table(
    'device',
    {
      userId: text('user_id').notNull(),
      hash: text('hash').notNull(),
      seenAtMs: big('seen_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.userId, t.hash] }), index('device_seen').on(t.seenAtMs)],
  )

  /** Passkeys of accounts (WebAuthn Level 3). */
  const passkey = table(
    'passkey',
    {
      /** The credential's own id, base64url. */
      id: text('id').primaryKey(),
      userId: text('user_id').notNull(),
      name: text('name').notNull(),
      /** COSE, base64url. */
      publicKey: text('public_key').notNull(),
      /** Signatures that its authenticator says it has made; 0: it does not count. */
      counter: big('counter').notNull(),
      /** The relying party: a passkey of another host is good for nothing. */
      host: text('host').notNull(),
      /** JSON: how a browser reaches it. */
      transports: text('transports').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      lastUsedAtMs: big('last_used_at_ms'),
    },
    (t) => [index('passkey_user').on(t.userId)],
  )

  /** Challenges of passkeys that were not answered yet, each good once. */
  const passkeyChallenge = table(
    'passkey_challenge',
    {
      challenge: text('challenge').primaryKey(),
      /** Whose it is; null: of somebody who signs in. */
      userId: text('user_id'),
      purpose: text('purpose').$type<'sign_in' | 'step_up' | 'add'>().notNull(),
      expiresAtMs: big('expires_at_ms').notNull(),
    },
    (t) => [index('passkey_challenge_expires').on(t.expiresAtMs)],
  )

  /** Hotels that a hotel manager belongs to. */
  const userHotel = table(
    'user_hotel',
    {
      userId: text('user_id')
        .notNull()
        .references(() => user.id),
      hotelId: hotelId(),
      /** Rows from before there were roles are owners'. */
      role: text('role').$type<MemberRole>().notNull().default(sql`'owner'`),
    },
    (t) => [pk({ columns: [t.userId, t.hotelId] }), index('user_hotel_hotel').on(t.hotelId)],
  )

  /** Links that were made for somebody. What opens one is a signed token that names its row, and is kept nowhere. */
  const accountLink = table(
    'account_link',
    {
      id: text('id').primaryKey(),
      kind: text('kind').$type<MailedKind>().notNull(),
      /** The account that it is for; null: of an invitation. */
      userId: text('user_id'),
      /** The address that it is for, folded. */
      address: text('address').notNull(),
      /** Its mailbox, by which links are counted; null: made by a version that did not say it. */
      mailbox: text('mailbox'),
      /** What the two links of a change of address have in common. */
      changeId: text('change_id'),
      /** Of an invitation: into which hotel, and as what. */
      hotelId: int('hotel_id'),
      memberRole: text('member_role').$type<MemberRole>(),
      language: text('language').$type<Language>().notNull(),
      /** It was mailed to its address and shown to nobody, so that whoever has it reads what is sent there. */
      mailed: bool('mailed').notNull(),
      /** Who made it. */
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      expiresAtMs: big('expires_at_ms').notNull(),
      usedAtMs: big('used_at_ms'),
      /** It was withdrawn, or another one came in its place. */
      endedAtMs: big('ended_at_ms'),
      /** Of a mailed code: wrong ones that were tried in its place. */
      tries: int('tries').notNull().default(0),
    },
    (t) => [
      index('account_link_created').on(t.createdAtMs),
      index('account_link_address').on(t.address, t.createdAtMs),
      index('account_link_mailbox').on(t.mailbox, t.createdAtMs),
      index('account_link_user').on(t.userId, t.createdAtMs).where(sql`${t.userId} is not null`),
      index('account_link_hotel').on(t.hotelId, t.createdAtMs).where(sql`${t.hotelId} is not null`),
      index('account_link_change').on(t.changeId).where(sql`${t.changeId} is not null`),
    ],
  )

  const booking = table(
    'booking',
    {
      /** Grows with every booking: the order of lists, which no change of a booking alters. */
      id: serial('id'),
      hotelId: hotelId(),
      code: text('code').notNull(),
      revision: int('revision').notNull(),
      status: text('status').$type<BookingStatus>().notNull(),
      roomCode: text('room_code').notNull(),
      rateCode: text('rate_code').notNull().default(sql`'STD'`),
      boardCode: text('board_code'),
      rooms: int('rooms').notNull(),
      checkin: date('checkin').notNull(),
      checkout: date('checkout').notNull(),
      adults: int('adults').notNull(),
      children: int('children').notNull(),
      /** JSON; null: not said. */
      childAges: text('child_ages'),
      firstName: text('first_name').notNull(),
      lastName: text('last_name').notNull(),
      /** Null where the hotel booked with a telephone alone. */
      email: text('email'),
      phone: text('phone'),
      country: text('country'),
      currency: text('currency').notNull(),
      totalPriceCents: big('total_price_cents').notNull(),
      /** JSON: the price of one room, night by night. */
      nightly: text('nightly').notNull(),
      /** JSON: its terms; null: no penalty. */
      cancellation: text('cancellation'),
      /** JSON: taxes and what of the total they are; null: none. */
      taxes: text('taxes'),
      penaltyCents: big('penalty_cents'),
      sourceType: text('source_type').$type<SourceType>().notNull(),
      agencyId: int('agency_id').references(() => agency.id),
      commissionCents: big('commission_cents'),
      /** The agency's share as agreed when the booking was made; null on rows older than this column. */
      commissionBasisPoints: int('commission_basis_points'),
      userId: text('user_id').references(() => user.id),
      specialRequests: text('special_requests'),
      /** What its guest is written to in; null: not said. */
      language: text('language').$type<Language>(),
      createdAtMs: big('created_at_ms').notNull(),
      updatedAtMs: big('updated_at_ms').notNull(),
      confirmedAtMs: big('confirmed_at_ms'),
      cancelledAtMs: big('cancelled_at_ms'),
      cancelReason: text('cancel_reason'),
      holdExpiresAtMs: big('hold_expires_at_ms'),
      ackedRevision: int('acked_revision'),
      externalId: text('external_id'),
      /** Who has shown that its guest is one (`contract-access`, *What strangers may take*); `hotel` where nobody was asked. */
      proof: text('proof').$type<BookingProof>().notNull().default(sql`'hotel'`),
      /** `proof` is `hotel` by an earlier stay of its mailbox alone. */
      provenByStay: bool('proven_by_stay').notNull().default(false),
      /** Raised by what ends its links. */
      manageEpoch: int('manage_epoch').notNull().default(0),
      /** Of the guest's address (`mailboxOf`); null: there is none, or the booking is older than this column. */
      mailbox: text('mailbox'),
      /** The name of the site whose key made it; null: none. */
      site: text('site'),
      /** Room-nights that the brake counts of it, and when they were taken last; 0: none. */
      brakeNights: int('brake_nights').notNull().default(0),
      brakeAtMs: big('brake_at_ms'),
      /** The revision that was published as `booking.unacked` (contract §2). */
      unackedRevision: int('unacked_revision'),
    },
    (t) => {
      const isOfAgency = sql`${t.agencyId} is not null`
      const isConfirmed = sql`${t.status} = 'confirmed'`
      const isNotAcked = sql`${t.revision} > coalesce(${t.ackedRevision}, 0)`
      return [
        uniqueIndex('booking_code').on(t.code),
        // Lists end in the id. SQLite's indexes end in it anyway, so that none was made anew for it; another engine's do not.
        index('booking_hotel_checkin').on(t.hotelId, t.checkin, t.id),
        index('booking_hotel_checkout').on(t.hotelId, t.checkout, t.id),
        index('booking_hotel_created').on(t.hotelId, t.createdAtMs, t.id),
        index('booking_hotel_updated').on(t.hotelId, t.updatedAtMs, t.id),
        // What a partner's own system calls it, in the order of a pull.
        index('booking_hotel_external')
          .on(t.hotelId, t.externalId, t.checkin, t.id)
          .where(sql`${t.externalId} is not null`),
        index('booking_created').on(t.createdAtMs, t.id),
        // The confirmed are many and the newest; an index of all states would be taken where others are better.
        index('booking_unconfirmed')
          .on(t.status, t.createdAtMs, t.id)
          .where(sql`${t.status} <> 'confirmed'`),
        index('booking_checkin').on(t.checkin),
        index('booking_checkout').on(t.checkout),
        index('booking_agency').on(t.agencyId, t.createdAtMs, t.id).where(isOfAgency),
        // Of those whose check-in has come: the guests in house.
        index('booking_hotel_confirmed').on(t.hotelId, t.checkin).where(isConfirmed),
        // Read without the table: it has all that `countUnacked` asks for.
        index('booking_hotel_unacked')
          .on(t.hotelId, t.checkout, t.updatedAtMs)
          .where(
            sql`${isNotAcked} and (${t.status} in ('confirmed', 'no_show', 'completed') or ${t.status} = 'cancelled' and ${t.confirmedAtMs} is not null)`,
          ),
        index('booking_agency_checkin').on(t.agencyId, t.checkin).where(isOfAgency),
        index('booking_agency_checkout').on(t.agencyId, t.checkout).where(isOfAgency),
        index('booking_user_created')
          .on(t.userId, t.createdAtMs, t.id)
          .where(sql`${t.userId} is not null`),
        index('booking_mailbox')
          .on(t.mailbox, t.hotelId, t.status)
          .where(sql`${t.mailbox} is not null`),
        // Without the id: else SQLite takes `booking_hotel_created`, which is as wide.
        index('booking_hotel_unproven')
          .on(t.hotelId, t.createdAtMs)
          .where(sql`${t.proof} in ('none', 'asked')`),
        // Read without the table: a sum over the nights of some weeks.
        index('booking_brake')
          .on(t.hotelId, t.brakeAtMs, t.brakeNights)
          .where(sql`${t.brakeNights} > 0`),
        index('booking_hold').on(t.holdExpiresAtMs).where(sql`${t.status} = 'pending'`),
        index('booking_running').on(t.checkout).where(isConfirmed),
        index('booking_unacked_due')
          .on(t.updatedAtMs)
          // The column first: SQLite turns `… < column` around in a query, and then the index would not be known again.
          .where(sql`${isNotAcked} and ${t.revision} > coalesce(${t.unackedRevision}, 0)`),
        check('booking_rooms', sql`${t.rooms} > 0`),
        check('booking_stay', sql`${t.checkout} > ${t.checkin}`),
      ]
    },
  )

  /** Front-ends that book for their guests from their own servers (`contract-access`, *Sites*). */
  const site = table(
    'site',
    {
      id: text('id').primaryKey(),
      /** Shown as `source.site` of what it makes. */
      name: text('name').notNull(),
      /** The hotel whose owner made it, for calls about which alone it is believed; null: an admin's. */
      hotelId: int('hotel_id'),
      /** Of an admin's, JSON: ids of the hotels that it may book; null: all. */
      hotels: text('hotels'),
      /** Its bookings are proven: it has taken payment, or proven the mailbox. */
      proves: bool('proves').notNull(),
      roomNightsPerHour: int('room_nights_per_hour').notNull(),
      /** Its own page for the links of its bookings; null: `/booking` of this service. */
      managePage: text('manage_page'),
      prefix: text('prefix').notNull(),
      hash: text('hash').notNull(),
      /** While a rotation overlaps: the secret before, and until when it is good. */
      previousPrefix: text('previous_prefix'),
      previousHash: text('previous_hash'),
      previousUntilMs: big('previous_until_ms'),
      /** The account that made it. */
      createdBy: text('created_by').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      revokedAtMs: big('revoked_at_ms'),
      lastUsedAtMs: big('last_used_at_ms'),
      lastUsedFrom: text('last_used_from'),
    },
    (t) => [
      uniqueIndex('site_hash').on(t.hash),
      index('site_previous').on(t.previousHash).where(sql`${t.previousHash} is not null`),
      index('site_hotel').on(t.hotelId).where(sql`${t.hotelId} is not null`),
      index('site_maker').on(t.createdBy),
    ],
  )

  /** Room-nights that strangers, and people proven by mail, have made: a row each booking, kept 25 hours. */
  const strangerTake = table(
    'stranger_take',
    {
      id: serial('id'),
      hotelId: int('hotel_id').notNull(),
      /** Of a hold, which may be let go; '' of what was confirmed at once. */
      bookingCode: text('booking_code').notNull(),
      /** Keyed hashes of the address (IPv6: /56) and of the network around it (/24, /48); null: a site said no visitor. */
      network: text('network'),
      wideNetwork: text('wide_network'),
      siteId: text('site_id'),
      roomNights: int('room_nights').notNull(),
      /** It was a hold that was let go or ran out: a fifth of it counts. */
      released: bool('released').notNull().default(false),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      // An address is counted among those of the network around it: each index is written with each booking.
      index('stranger_take_around')
        .on(t.wideNetwork, t.atMs)
        .where(sql`${t.wideNetwork} is not null`),
      index('stranger_take_site').on(t.siteId, t.atMs).where(sql`${t.siteId} is not null`),
      index('stranger_take_hold').on(t.bookingCode).where(sql`${t.bookingCode} <> ''`),
    ],
  )

  /** Mailboxes whose holder has said of a booking *This was not me*: shut to unproven bookings at a hotel for a day. */
  const shutMailbox = table(
    'shut_mailbox',
    {
      hotelId: int('hotel_id').notNull(),
      mailbox: text('mailbox').notNull(),
      untilMs: big('until_ms').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.mailbox] }), index('shut_mailbox_until').on(t.untilMs)],
  )

  /** What strangers took of a hotel in an hour, and the alarm `unusual_demand` that it raised (`service/strangers`). */
  const strangerHour = table(
    'stranger_hour',
    {
      hotelId: int('hotel_id').notNull(),
      /** Its beginning. */
      hourMs: big('hour_ms').notNull(),
      /** Room-nights confirmed in the 24 hours, and in the 7 days, before this was written last. */
      dayNights: int('day_nights').notNull(),
      weekNights: int('week_nights').notNull(),
      /** Of a mean day, times 28; 0: the hotel is too young to have one. */
      monthNights: int('month_nights').notNull(),
      /** Whether half of what the brake lets pass was reached, and the whole. */
      level: text('level').$type<'none' | 'half' | 'whole'>().notNull(),
      /** Mails have waited 5 minutes, so that nobody could be asked for proof. */
      isMailStuck: bool('is_mail_stuck').notNull().default(false),
      /** When its owners were mailed; null: not in this hour. */
      mailedAtMs: big('mailed_at_ms'),
      updatedAtMs: big('updated_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.hourMs] }), index('stranger_hour_at').on(t.hourMs)],
  )

  /** What bookings come to that were made on a day of UTC, by currency and state. */
  const sums = () => ({
    currency: text('currency').notNull(),
    status: text('status').$type<BookingStatus>().notNull(),
    bookings: int('bookings').notNull(),
    totalPriceCents: big('total_price_cents').notNull(),
    commissionCents: big('commission_cents').notNull(),
  })

  /** Sums of a hotel, written with each booking, and how much of them `service_sum` has already. */
  const hotelSum = table(
    'hotel_sum',
    {
      hotelId: int('hotel_id').notNull(),
      day: date('day').notNull(),
      ...sums(),
      foldedBookings: int('folded_bookings').notNull().default(0),
      foldedTotalPriceCents: big('folded_total_price_cents').notNull().default(0),
      foldedCommissionCents: big('folded_commission_cents').notNull().default(0),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.day, t.currency, t.status] }),
      index('hotel_sum_moved')
        .on(t.hotelId, t.day)
        .where(
          sql`${t.bookings} <> ${t.foldedBookings} or ${t.totalPriceCents} <> ${t.foldedTotalPriceCents} or ${t.commissionCents} <> ${t.foldedCommissionCents}`,
        ),
    ],
  )

  /** Sums of an agency, written with each booking; the day '' has those of all days. */
  const agencySum = table(
    'agency_sum',
    {
      agencyId: int('agency_id').notNull(),
      day: text('day').$type<CalendarDate | ''>().notNull(),
      ...sums(),
    },
    (t) => [pk({ columns: [t.agencyId, t.day, t.currency, t.status] })],
  )

  /** Sums of the whole service, folded from those of its hotels in the background. */
  const serviceSum = table('service_sum', { day: date('day').notNull(), ...sums() }, (t) => [
    pk({ columns: [t.day, t.currency, t.status] }),
  ])

  /**
   * The folded words that a booking is found by (`domain/booking-words.ts`), written with it. Hotel, agency and time
   * of making are the booking's, so that a search reads nothing else. Compared by byte: a range is a prefix.
   */
  const bookingWord = table(
    'booking_word',
    {
      hotelId: int('hotel_id').notNull(),
      word: text('word').notNull(),
      bookingId: big('booking_id').notNull(),
      agencyId: int('agency_id'),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.word, t.bookingId] }),
      index('booking_word_all').on(t.word, t.bookingId, t.createdAtMs),
      index('booking_word_agency')
        .on(t.agencyId, t.word, t.bookingId, t.createdAtMs)
        .where(sql`${t.agencyId} is not null`),
    ],
  )

  /** Every revision of a booking as its change left it: the whole record as JSON. */
  const bookingRevision = table(
    'booking_revision',
    {
      changeSeq: big('change_seq').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      code: text('code').notNull(),
      revision: int('revision').notNull(),
      snapshot: text('snapshot').notNull(),
      /** Rooms that it let go of went to nobody (`restoreOnCancel` off). */
      kept: bool('kept').notNull().default(false),
      /** The hotel's people made it past restrictions and party rules. */
      override: bool('override').notNull().default(false),
    },
    (t) => [
      uniqueIndex('booking_revision_code').on(t.hotelId, t.code, t.revision),
      index('booking_revision_hotel').on(t.hotelId, t.changeSeq),
    ],
  )

  /** What a hotel's desk keeps beside a booking (contract §3): no guest, agency or partner sees it. No row: nothing. */
  const bookingDesk = table('booking_desk', {
    bookingId: big('booking_id').primaryKey(),
    hotelId: int('hotel_id').notNull(),
    note: text('note'),
    /** A list in JSON; null: none. */
    tags: text('tags'),
    roomNumber: text('room_number'),
    arrivedAtMs: big('arrived_at_ms'),
    leftAtMs: big('left_at_ms'),
    /** Σ of its payments, written with each. */
    paidCents: big('paid_cents').notNull().default(0),
  })

  /** Who stays, as the desk reports it, sealed; deleted some time after check-out. */
  const bookingIdentity = table(
    'booking_identity',
    {
      bookingId: big('booking_id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      /** Counts what was written, so that nobody writes over what they have not seen. */
      revision: int('revision').notNull(),
      sealed: text('sealed').notNull(),
      /** The booking's when this was written or last looked at by retention. */
      checkout: date('checkout').notNull(),
    },
    (t) => [index('booking_identity_checkout').on(t.checkout, t.bookingId)],
  )

  /** Payments that the desk has noted; a wrong one is taken back by another, never deleted. */
  const bookingPayment = table(
    'booking_payment',
    {
      hotelId: int('hotel_id').notNull(),
      id: text('id').notNull(),
      bookingId: big('booking_id').notNull(),
      amountCents: big('amount_cents').notNull(),
      method: text('method').$type<PaymentMethod>().notNull(),
      note: text('note'),
      /** The payment that it takes back. */
      takesBack: text('takes_back'),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.id] }),
      index('booking_payment_booking').on(t.bookingId, t.atMs, t.id),
      uniqueIndex('booking_payment_back')
        .on(t.hotelId, t.takesBack)
        .where(sql`${t.takesBack} is not null`),
    ],
  )

  /** Events to be told, written in the transaction that made them happen; the body is the exact text sent. */
  const outbox = table(
    'outbox',
    {
      seq: serial('seq'),
      id: text('id').notNull().unique(),
      hotelId: int('hotel_id').notNull(),
      event: text('event').notNull(),
      bookingCode: text('booking_code'),
      revision: int('revision'),
      body: text('body').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      /** The API key whose push made it happen: its own endpoints are not told (contract §4). */
      causeKeyId: text('cause_key_id'),
      /** When a delivery to each endpoint was queued; null: not yet. */
      queuedAtMs: big('queued_at_ms'),
      /** It was asked for, and nothing happened: it is told to nobody else, nor replayed. */
      test: bool('test').notNull().default(false),
    },
    (t) => [
      index('outbox_unqueued').on(t.seq).where(sql`${t.queuedAtMs} is null`),
      index('outbox_hotel').on(t.hotelId, t.createdAtMs),
      index('outbox_booking').on(t.bookingCode).where(sql`${t.bookingCode} is not null`),
    ],
  )

  /** Endpoints of hotels that are told of events (contract §2). */
  const webhook = table(
    'webhook',
    {
      id: text('id').primaryKey(),
      hotelId: hotelId(),
      url: text('url').notNull(),
      description: text('description').notNull(),
      /** JSON: names of the events it is told of. */
      events: text('events').notNull(),
      /** The API key it belongs to, whose own pushes are not echoed to it. */
      apiKeyId: text('api_key_id'),
      /** The vendor that it is of, with whose connection it ends; null: the hotel's own. */
      vendorId: text('vendor_id'),
      /** The account that made it, or that made the key which did; null: it is older than this column. */
      createdBy: text('created_by'),
      /** The key or connection that made it; null: a person did. */
      createdByKey: text('created_by_key'),
      active: bool('active').notNull(),
      offReason: text('off_reason').$type<OffReason>(),
      offAtMs: big('off_at_ms'),
      /** Sealed, as is the one before it while a rotation overlaps (contract §4). */
      secret: text('secret').notNull(),
      previousSecret: text('previous_secret'),
      /** Until when that one signs too; null: there is none. */
      previousUntilMs: big('previous_until_ms'),
      /** The first failure since the last success; null: none. */
      failingSinceMs: big('failing_since_ms'),
      lastSuccessAtMs: big('last_success_at_ms'),
      lastAttemptAtMs: big('last_attempt_at_ms'),
      createdAtMs: big('created_at_ms').notNull(),
      updatedAtMs: big('updated_at_ms').notNull(),
      deletedAtMs: big('deleted_at_ms'),
    },
    (t) => [
      index('webhook_hotel').on(t.hotelId),
      index('webhook_maker').on(t.createdBy).where(sql`${t.createdBy} is not null`),
      // Those that an operator looks after: failing, or switched off by the service.
      index('webhook_troubled')
        .on(t.hotelId, t.id)
        .where(
          sql`${t.deletedAtMs} is null and (${t.failingSinceMs} is not null or ${t.offReason} in ('gone', 'failing'))`,
        ),
      uniqueIndex('webhook_url').on(t.hotelId, t.url).where(sql`${t.deletedAtMs} is null`),
    ],
  )

  /** An event on its way to an endpoint, and what became of it; kept 30 days (contract §4). */
  const delivery = table(
    'delivery',
    {
      seq: serial('seq'),
      id: text('id').notNull().unique(),
      webhookId: text('webhook_id').notNull(),
      hotelId: int('hotel_id').notNull(),
      outboxSeq: big('outbox_seq').notNull(),
      /** Deliveries of one endpoint with the same key go one after another; null: in any order. */
      orderKey: text('order_key'),
      cause: text('cause').$type<DeliveryCause>().notNull(),
      state: text('state').$type<DeliveryState>().notNull(),
      /** Attempts begun. */
      attempts: int('attempts').notNull(),
      /** When to try next; null: finished, or waiting for the one before it. */
      dueAtMs: big('due_at_ms'),
      /** An attempt is under way and will have ended by then. */
      leasedUntilMs: big('leased_until_ms'),
      createdAtMs: big('created_at_ms').notNull(),
      finishedAtMs: big('finished_at_ms'),
    },
    (t) => [
      index('delivery_due').on(t.webhookId, t.dueAtMs).where(sql`${t.dueAtMs} is not null`),
      index('delivery_test')
        .on(t.webhookId, t.dueAtMs)
        .where(sql`${t.cause} = 'test' and ${t.dueAtMs} is not null`),
      index('delivery_pending')
        .on(t.webhookId, t.orderKey, t.seq)
        .where(sql`${t.state} = 'pending'`),
      index('delivery_webhook').on(t.webhookId, t.seq),
      index('delivery_outbox').on(t.outboxSeq),
    ],
  )

  /** One attempt at a delivery: when, how long, and the answer or what went wrong. */
  const attempt = table(
    'attempt',
    {
      deliverySeq: big('delivery_seq').notNull(),
      number: int('number').notNull(),
      atMs: big('at_ms').notNull(),
      durationMs: int('duration_ms').notNull(),
      status: int('status'),
      /** The class of what went wrong: `dns`, `refused`, `timeout` …; null: a 2xx answer. */
      error: text('error').$type<AttemptError>(),
      /** What the system said about it, for people. */
      detail: text('detail'),
      /** JSON: the headers sent. */
      headers: text('headers').notNull(),
      /** The beginning of the receiver's answer. */
      answer: text('answer'),
      nextAtMs: big('next_at_ms'),
    },
    (t) => [pk({ columns: [t.deliverySeq, t.number] })],
  )

  /**
   * A mail about a revision of a booking, or about a link of an account, queued in the transaction that made it, and what
   * became of it; kept 30 days. Its text is made of the revision, or of the link, when it is sent. One about a link is no
   * hotel's: the hotel is 0, the code empty.
   */
  const mail = table(
    'mail',
    {
      seq: serial('seq'),
      id: text('id').notNull().unique(),
      hotelId: int('hotel_id').notNull(),
      bookingCode: text('booking_code').notNull(),
      revision: int('revision').notNull(),
      /** The epoch of the links that it brings (`booking.manageEpoch`): one that is raised later ends them. */
      manageEpoch: int('manage_epoch').notNull().default(0),
      kind: text('kind').$type<MailKind | AccountMailKind | HotelMailKind>().notNull(),
      language: text('language').$type<Language>().notNull(),
      /** The link that it is about; null: it is about a booking, or about a hotel (`HotelMailKind`). */
      linkId: text('link_id'),
      /** Whom it is to, as it was said; and folded, by which an address is told from another. */
      recipient: text('recipient').notNull(),
      address: text('address').notNull(),
      /** Its mailbox, by which mails are counted; null: queued by a version that did not say it. */
      mailbox: text('mailbox'),
      state: text('state').$type<MailState>().notNull(),
      /** Attempts that have ended. */
      attempts: int('attempts').notNull(),
      /** When to try next; null: finished. */
      dueAtMs: big('due_at_ms'),
      /** An attempt is under way and will have ended by then. */
      leasedUntilMs: big('leased_until_ms'),
      createdAtMs: big('created_at_ms').notNull(),
      lastAtMs: big('last_at_ms'),
      /** Since when the mail server has refused it for now, and has taken no other mail either; null: it has not. */
      refusedSinceMs: big('refused_since_ms'),
      /** When it was taken, or given up. */
      finishedAtMs: big('finished_at_ms'),
      /** What the mail server said last, or what kept it from saying anything. */
      answer: text('answer'),
    },
    (t) => [
      index('mail_due').on(t.dueAtMs).where(sql`${t.dueAtMs} is not null`),
      // Those that are sent before all others, however many these are.
      index('mail_at_once')
        .on(t.dueAtMs)
        .where(sql`${t.kind} in ('proof', 'login_code') and ${t.dueAtMs} is not null`),
      index('mail_refused_since')
        .on(t.refusedSinceMs, t.lastAtMs)
        .where(sql`${t.refusedSinceMs} is not null`),
      index('mail_hotel').on(t.hotelId, t.seq),
      index('mail_refused')
        .on(t.finishedAtMs, t.hotelId)
        .where(sql`${t.state} in ('bounced', 'failed')`),
      index('mail_booking').on(t.bookingCode, t.seq),
      index('mail_address').on(t.address, t.lastAtMs),
      index('mail_mailbox').on(t.mailbox, t.lastAtMs),
      index('mail_waiting').on(t.mailbox, t.seq).where(sql`${t.dueAtMs} is not null`),
      index('mail_link').on(t.linkId).where(sql`${t.linkId} is not null`),
    ],
  )

  /** Answers to requests with an Idempotency-Key, kept 24 hours. */
  const idempotency = table(
    'idempotency',
    {
      /** Whose key it is: a user's id, or `anonymous <e-mail address of the guest>`. */
      owner: text('owner').notNull(),
      key: text('key').notNull(),
      requestHash: text('request_hash').notNull(),
      bookingCode: text('booking_code').notNull(),
      answer: text('answer').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.owner, t.key] }), index('idempotency_created').on(t.createdAtMs)],
  )

  /** Pushes that were answered under an Idempotency-Key, kept 24 hours: the answer is in the log of pushes. */
  const pushReplay = table(
    'push_replay',
    {
      apiKeyId: text('api_key_id').notNull(),
      key: text('key').notNull(),
      requestHash: text('request_hash').notNull(),
      pushId: text('push_id').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.apiKeyId, t.key] }), index('push_replay_created').on(t.createdAtMs)],
  )

  const review = table(
    'review',
    {
      hotelId: hotelId(),
      id: text('id').notNull(),
      bookingCode: text('booking_code').notNull().unique(),
      author: text('author').notNull(),
      rating: int('rating').notNull(),
      text: text('text').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      reply: text('reply'),
      repliedAtMs: big('replied_at_ms'),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.id] }),
      check('review_rating', sql`${t.rating} between 1 and 5`),
    ],
  )

  /** Changes of the catalogue and of accounts: what, who, when, before and after as JSON. */
  const audit = table(
    'catalog_history',
    {
      seq: serial('seq'),
      /** `city`, `hotel`, `room_type`, `rate`, `board`, `user`, `member`, `agency`, `vendor`, `api_key`, `review`, `webhook`, `desk`, `invitation`, `export`, `visit`. */
      entity: text('entity').notNull(),
      entityId: text('entity_id').notNull(),
      /** The hotel whose owners read of it; null: for admins alone. */
      hotelId: int('hotel_id'),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      before: text('before'),
      after: text('after').notNull(),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      index('catalog_history_entity').on(t.entity, t.entityId, t.seq),
      index('catalog_history_at').on(t.atMs, t.seq),
      index('catalog_history_all_of_kind').on(t.entity, t.atMs, t.seq),
      index('catalog_history_all_by_actor').on(t.actorId, t.atMs, t.seq),
      index('catalog_history_hotel').on(t.hotelId, t.atMs, t.seq),
      index('catalog_history_kind').on(t.hotelId, t.entity, t.atMs, t.seq),
      index('catalog_history_actor').on(t.hotelId, t.actorId, t.atMs, t.seq),
    ],
  )

  /** Hours in which an admin was shown a hotel's guests: each is told in its history once (`contract-access`, *Accounts*). */
  const visit = table(
    'visit',
    {
      userId: text('user_id').notNull(),
      hotelId: int('hotel_id').notNull(),
      /** Its beginning. */
      hourMs: big('hour_ms').notNull(),
    },
    (t) => [pk({ columns: [t.userId, t.hotelId, t.hourMs] }), index('visit_hour').on(t.hourMs)],
  )

  return {
    meta,
    city,
    hotel,
    board,
    roomType,
    roomBoard,
    photo,
    photoBytes,
    rate,
    rateDay,
    day,
    change,
    dayHistory,
    rateDayHistory,
    vendor,
    apiKey,
    sandboxFault,
    sandboxProof,
    agency,
    user,
    secondFactor,
    recoveryCode,
    session,
    knownPlace,
    device,
    passkey,
    passkeyChallenge,
    userHotel,
    accountLink,
    booking,
    site,
    strangerTake,
    shutMailbox,
    strangerHour,
    hotelSum,
    agencySum,
    serviceSum,
    bookingWord,
    bookingRevision,
    bookingDesk,
    bookingIdentity,
    bookingPayment,
    push,
    outbox,
    webhook,
    delivery,
    attempt,
    mail,
    idempotency,
    pushReplay,
    review,
    audit,
    visit,
  }
}

export type Tables = ReturnType<typeof define>

export const sqliteTables: Tables = define(sqliteKit)

export const postgresTables: Tables = define(postgresKit)
