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
import { lockAccounts } from '../../store/engine/locks.ts'
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

/** A passkey to add. */
export type NewPasskey = { name: string; passkey: Attestation }

/** The signed-in user and the session. */
export type Holder = { user: User; sessionId: string | undefined }

/** The purpose and the user of a challenge. */
type PasskeyScope = { purpose: PasskeyPurpose; user: User | undefined }

const CHALLENGE_BYTES = 32

/**
 * Creates a challenge for a browser, to use or to create a passkey; its answer is valid once, within five minutes.
 *
 * @throws AppError `validation_failed` (`too_many`)
 */
export async function askForPasskey(
  deps: Deps,
  here: RelyingParty,
  { purpose, user }: PasskeyScope,
): Promise<PasskeyOptions> {
  const challenge = crypto.getRandomValues(Buffer.alloc(CHALLENGE_BYTES)).toString('base64url')
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
 * Signs in by a passkey, which counts as both factors. The error does not reveal the reason: unknown, removed, of
 * another host, of a blocked account, wrong, used or late.
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
    await lockAccounts(tx)
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
 * Verifies a passkey of the signed-in user, for a step-up; the session then counts as having shown it.
 *
 * @param work runs in the same transaction
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
 * Adds a passkey to the caller's account; the session then counts as having shown it.
 *
 * @param tell sends the notice, in the same transaction
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
    await lockAccounts(tx)
    if ((await listPasskeys(tx, userId)).length >= PASSKEYS_MAX) throw tooManyPasskeys()
    if (!(await insertPasskey(tx, row))) throw wrongPasskey()
    if (sessionId) await noteSessionPasskey(tx, { userId, sessionId, passkeyId: row.id })
    await notePasskey(tx, deps, user, { passkeyAdded: name })
    await tell(tx)
  })
  return row
}

/** Renames a passkey of the caller. @throws AppError `not_found`, `validation_failed` */
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
 * Removes a passkey of the caller and ends the other sessions that showed it. Removing the last one takes the
 * password.
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
    await lockAccounts(tx)
    const now = mine(await listPasskeys(tx, user.id))
    // A concurrent removal may have made it the last one.
    if (now.isLast && !(isLast && currentPassword !== undefined))
      throw refused('/currentPassword', 'required', 'The last passkey needs the password.')
    await deletePasskey(tx, { userId: user.id, id }, sessionId)
    await notePasskey(tx, deps, user, { passkeyRemoved: now.found.name })
  })
}

/** Returns the passkey of a valid answer, in its state after this use; undefined for any flaw. */
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

/** Uses up the challenge named by an answer, valid or not; undefined if it was never issued. */
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

/** Audits an added or removed passkey by its name. */
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
