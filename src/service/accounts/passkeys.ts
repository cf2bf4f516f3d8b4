import { randomBytes } from 'node:crypto'
import {
  isLastPasskey,
  PASSKEY_CHALLENGE_MS,
  PASSKEYS_MAX,
  type PasskeyPurpose,
  passkeyInvalid,
  type RelyingParty,
  wrongPasskey,
} from '../../domain/accounts/passkey.ts'
import type { User } from '../../domain/accounts/user.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  noteSessionPasskey,
  type Passkey,
  renamePasskey,
  takeChallenge,
} from '../../store/accounts/passkeys.ts'
import { insertSession, type Session } from '../../store/accounts/sessions.ts'
import { findUser } from '../../store/accounts/users.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { holdAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { checkedName, checkPassword } from './accounts.ts'
import { newSession, type Origin } from './sessions.ts'
import {
  type Assertion,
  type Attestation,
  challengeOf,
  creationOptions,
  type PasskeyOptions,
  readAssertion,
  readAttestation,
  requestOptions,
} from './webauthn.ts'

/** A passkey as somebody adds it. */
export type NewPasskey = { name: string; passkey: Attestation }

/** Who is signed in, and by which session. */
export type Holder = { user: User; sessionId: string | undefined }

/** Whose answer is asked for, and to what. */
type PasskeyScope = { purpose: PasskeyPurpose; user: User | undefined }

const CHALLENGE_BYTES = 32

/**
 * Asks a browser for a passkey, or to make one; its answer is good once, within five minutes.
 *
 * @throws AppError `validation_failed` (`too_many`)
 */
export async function askForPasskey(
  deps: Deps,
  here: RelyingParty,
  { purpose, user }: PasskeyScope,
): Promise<PasskeyOptions> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const kept = user ? await listPasskeys(deps.store, user.id) : []
  const usable = kept.filter(({ host }) => host === here.host)
  if (purpose === 'add' && kept.length >= PASSKEYS_MAX) throw tooManyPasskeys()
  const asked = { challenge, kept: usable }
  const options =
    purpose === 'add'
      ? await creationOptions({ ...here, brand: deps.brand }, user!, asked)
      : await requestOptions(here, asked)
  const expiresAtMs = deps.nowMs() + PASSKEY_CHALLENGE_MS
  const row = { challenge, purpose, userId: user?.id ?? null, expiresAtMs }
  await deps.store.tx((tx) => insertChallenge(tx, row))
  return options
}

/**
 * Signs in by a passkey, which is both factors. Unknown, removed, of another host, of a blocked account, wrong, used and
 * late are told alike.
 *
 * @throws AppError `passkey_invalid`
 */
export async function signInByPasskey(
  deps: Deps,
  here: RelyingParty,
  assertion: Assertion,
  origin: Origin,
): Promise<{ user: User; session: Session }> {
  const shown = await readAnswer(deps, here, assertion, { purpose: 'sign_in', user: undefined })
  if (!shown) throw passkeyInvalid()
  const signedIn = await deps.store.tx(async (tx) => {
    await holdAccounts(tx)
    const user = await findUser(tx, shown.userId)
    if (user?.status !== 'active' || !(await notePasskeyUse(tx, shown))) return undefined
    const session = { ...newSession(deps, user, origin), passkeyId: shown.id }
    await insertSession(tx, session)
    return { user: { ...user, hasShownPasskey: true }, session }
  })
  if (!signedIn) throw passkeyInvalid()
  return signedIn
}

/**
 * Checks a passkey of who is signed in: of a step-up. The session has shown it from then on.
 *
 * @param work is done in the same transaction
 * @throws AppError `validation_failed` (`wrong_passkey`)
 */
export async function showPasskey(
  deps: Deps,
  here: RelyingParty,
  { user, sessionId }: Holder,
  assertion: Assertion,
  work: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const shown = await readAnswer(deps, here, assertion, { purpose: 'step_up', user })
  if (!shown) throw wrongPasskey()
  const isGood = await deps.store.tx(async (tx) => {
    if (!(await notePasskeyUse(tx, shown))) return false
    if (sessionId) await noteSessionPasskey(tx, { userId: user.id, sessionId, passkeyId: shown.id })
    await work(tx)
    return true
  })
  if (!isGood) throw wrongPasskey()
}

/**
 * Adds a passkey to one's own account. The session that asks has shown it with that.
 *
 * @param tell of it, in the same transaction
 * @throws AppError `validation_failed` (`wrong_passkey`, `too_many`)
 */
export async function addPasskey(
  deps: Deps,
  here: RelyingParty,
  { user, sessionId }: Holder,
  { name: given, passkey }: NewPasskey,
  tell: (tx: Tx) => Promise<void>,
): Promise<Passkey> {
  const name = checkedName(given)
  const { id: userId } = user
  const challenge = await takeOwnChallenge(deps, passkey, { purpose: 'add', user })
  const made = challenge && (await readAttestation(here, passkey, challenge))
  if (!made) throw wrongPasskey()
  const times = { createdAtMs: deps.nowMs(), lastUsedAtMs: null }
  const row: Passkey = { ...made, userId, name, host: here.host, ...times }
  await deps.store.tx(async (tx) => {
    await holdAccounts(tx)
    if ((await listPasskeys(tx, userId)).length >= PASSKEYS_MAX) throw tooManyPasskeys()
    if (!(await insertPasskey(tx, row))) throw wrongPasskey()
    if (sessionId) await noteSessionPasskey(tx, { userId, sessionId, passkeyId: row.id })
    await notePasskey(tx, deps, user, { passkeyAdded: name })
    await tell(tx)
  })
  return row
}

/** Gives one's own passkey another name. @throws AppError `not_found`, `validation_failed` */
export async function changePasskey(
  deps: Deps,
  { id: userId }: User,
  id: string,
  given: string,
): Promise<Passkey> {
  const name = checkedName(given)
  return await deps.store.tx(async (tx) => {
    if (!(await renamePasskey(tx, { userId, id, name }))) throw noPasskey()
    return (await findPasskey(tx, id))!
  })
}

/**
 * Removes one's own passkey, and ends the other sessions that have shown it. Before the last one goes the password is
 * asked for.
 *
 * @throws AppError `not_found`, `validation_failed` (`required`, `wrong_password`), `unavailable`
 */
export async function removePasskey(
  deps: Deps,
  here: RelyingParty | undefined,
  { user, sessionId }: Holder,
  { id, currentPassword }: { id: string; currentPassword: string | undefined },
): Promise<void> {
  const mine = (all: readonly Passkey[]) => {
    const found = all.find((each) => each.id === id)
    if (!found) throw noPasskey()
    return { found, isLast: isLastPasskey(found, all, here?.host) }
  }
  const { isLast } = mine(await listPasskeys(deps.store, user.id))
  if (isLast && currentPassword !== undefined) await checkPassword(deps, user, currentPassword)
  await deps.store.tx(async (tx) => {
    await holdAccounts(tx)
    const now = mine(await listPasskeys(tx, user.id))
    // It may have become the last one meanwhile.
    if (now.isLast && !(isLast && currentPassword !== undefined))
      throw refused('/currentPassword', 'required', 'The last passkey needs the password.')
    await deletePasskey(tx, { userId: user.id, id }, sessionId)
    await notePasskey(tx, deps, user, { passkeyRemoved: now.found.name })
  })
}

/** The passkey that an answer shows, as it is after this use; undefined: it is not right, whatever is wrong with it. */
async function readAnswer(deps: Deps, here: RelyingParty, answer: Assertion, scope: PasskeyScope) {
  const expectedChallenge = await takeOwnChallenge(deps, answer, scope)
  if (expectedChallenge === undefined) return undefined
  const passkey = await findPasskey(deps.store, answer.id)
  if (passkey?.host !== here.host) return undefined
  if (scope.user && scope.user.id !== passkey.userId) return undefined
  const { userHandle } = answer.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId)
    return undefined
  const counter = await readAssertion(here, answer, { ...passkey, expectedChallenge })
  if (counter === undefined) return undefined
  return { ...passkey, counter, lastUsedAtMs: deps.nowMs() }
}

/** Uses up the challenge that an answer names, right or wrong as that is; undefined: it was not asked. */
async function takeOwnChallenge(
  { store, nowMs }: Deps,
  answer: Assertion | Attestation,
  { purpose, user }: PasskeyScope,
): Promise<string | undefined> {
  const challenge = challengeOf(answer)
  if (challenge === undefined) return undefined
  const asked = { challenge, purpose, userId: user?.id ?? null, nowMs: nowMs() }
  return (await store.tx((tx) => takeChallenge(tx, asked))) ? challenge : undefined
}

/** What the history tells of a passkey that was added or removed, by its name. */
const notePasskey = (tx: Tx, deps: Deps, { id, name }: User, what: Record<string, string>) =>
  audit(tx, deps, {
    entity: 'user',
    entityId: id,
    actor: { type: 'user', id },
    before: { name },
    after: { name, ...what },
  })

const noPasskey = () => new AppError('not_found', 'You have no such passkey.')
const tooManyPasskeys = () =>
  refused('', 'too_many', `An account has at most ${PASSKEYS_MAX} passkeys.`, { max: PASSKEYS_MAX })
