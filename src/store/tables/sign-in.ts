import type { Kit } from './kit.ts'

/** Second factors, sessions, known devices and passkeys: how an account signs in. */
export const signInTables = (kit: Kit) => ({
  secondFactor: secondFactorTable(kit),
  recoveryCode: recoveryCodeTable(kit),
  session: sessionTable(kit),
  knownPlace: knownPlaceTable(kit),
  device: deviceTable(kit),
  passkey: passkeyTable(kit),
  passkeyChallenge: passkeyChallengeTable(kit),
})

/** Secrets from which authenticator apps make codes (RFC 6238). */
const secondFactorTable = ({ table, text, big }: Kit) =>
  table('second_factor', {
    userId: text('user_id').primaryKey(),
    /** Sealed. */
    secret: text('secret').notNull(),
    createdAtMs: big('created_at_ms').notNull(),
    /** When a first correct code confirmed the factor; null if it is unconfirmed, and then it is not asked for. */
    confirmedAtMs: big('confirmed_at_ms'),
    /** The newest 30-second step whose code was accepted. Codes of this step or an older one are refused (replay). */
    lastStep: big('last_step').notNull().default(0),
    /** When the wrong codes so far are worked off at one every few minutes (back-off). */
    guessesUntilMs: big('guesses_until_ms').notNull().default(0),
  })

/** One-time codes that replace a lost second factor. A used code is deleted. */
const recoveryCodeTable = ({ table, text, pk }: Kit) =>
  table(
    'recovery_code',
    { userId: text('user_id').notNull(), hash: text('hash').notNull() },
    (t) => [pk({ columns: [t.userId, t.hash] })],
  )

/** Log-ins with a valid token. A session ends early if its `tokenVersion` no longer equals the account's. */
const sessionTable = ({ table, text, int, big, index }: Kit) =>
  table(
    'session',
    {
      id: text('id').primaryKey(),
      userId: text('user_id').notNull(),
      tokenVersion: int('token_version').notNull(),
      /** The browser and system named by the user agent; null if unknown. */
      agent: text('agent'),
      address: text('address').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      /** The last request, exact to a few minutes. */
      seenAtMs: big('seen_at_ms').notNull(),
      expiresAtMs: big('expires_at_ms').notNull(),
      /** When the user last proved their identity by a log-in or a step-up; null if not since this column exists. */
      steppedUpAtMs: big('stepped_up_at_ms'),
      /** The passkey used last, which counts as the second factor until it is deleted; null if none was used. */
      passkeyId: text('passkey_id'),
    },
    (t) => [index('session_user').on(t.userId), index('session_expires').on(t.expiresAtMs)],
  )

/** Networks (/24, /48) from which an account signed in, kept 90 days after the last time (`contract-access`, *Accounts*). */
const knownPlaceTable = ({ table, text, big, pk, index }: Kit) =>
  table(
    'known_place',
    {
      userId: text('user_id').notNull(),
      place: text('place').notNull(),
      seenAtMs: big('seen_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.userId, t.place] }), index('known_place_seen').on(t.seenAtMs)],
  )

/** Browsers with which an account signed in, by the hash of their cookie, kept 90 days. */
const deviceTable = ({ table, text, big, pk, index }: Kit) =>
  table(
    'device',
    {
      userId: text('user_id').notNull(),
      hash: text('hash').notNull(),
      seenAtMs: big('seen_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.userId, t.hash] }), index('device_seen').on(t.seenAtMs)],
  )

/** Passkeys of accounts (WebAuthn Level 3). */
const passkeyTable = ({ table, text, big, index }: Kit) =>
  table(
    'passkey',
    {
      /** The id of the credential, base64url. */
      id: text('id').primaryKey(),
      userId: text('user_id').notNull(),
      name: text('name').notNull(),
      /** COSE, base64url. */
      publicKey: text('public_key').notNull(),
      /** The number of signatures that the authenticator reports; 0 if it does not count them. */
      counter: big('counter').notNull(),
      /** The relying party. A passkey works on this host only. */
      host: text('host').notNull(),
      /** JSON list of the ways in which a browser reaches the authenticator. */
      transports: text('transports').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      lastUsedAtMs: big('last_used_at_ms'),
    },
    (t) => [index('passkey_user').on(t.userId)],
  )

/** Open challenges of passkeys, each valid once. */
const passkeyChallengeTable = ({ table, text, big, index }: Kit) =>
  table(
    'passkey_challenge',
    {
      challenge: text('challenge').primaryKey(),
      /** The account that was challenged; null at a sign-in, before the account is known. */
      userId: text('user_id'),
      purpose: text('purpose').$type<'sign_in' | 'step_up' | 'add'>().notNull(),
      expiresAtMs: big('expires_at_ms').notNull(),
    },
    (t) => [index('passkey_challenge_expires').on(t.expiresAtMs)],
  )
