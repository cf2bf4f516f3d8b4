import type { User } from '../../domain/accounts/user.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { endLinks } from '../../store/accounts/links.ts'
import {
  findCredential,
  findUser,
  findUserSecret,
  insertUser,
  renewHash,
  revokeTokens,
  updatePassword,
  updateUser,
} from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockAccounts } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { knownAs } from '../passwords.ts'
import { chooserOf, refuseWeak, refuseWeakOfGuest } from './weak-passwords.ts'

/** A requested account; the defaults are those of a guest. */
export type NewAccount = Pick<User, 'email' | 'name'> &
  Partial<Pick<User, 'role' | 'status' | 'agencyId' | 'agencyRole' | 'memberships'>>

/** Changes by the holder of an account; a new password needs the current one. */
export type AccountChanges = {
  name?: string
  language?: Language
  currentPassword?: string
  newPassword?: string
}

/**
 * Registers a guest (contract §5). The address is not verified, so it opens no booking that others made with it.
 *
 * @throws AppError `password_too_weak`, `validation_failed` for the name, `already_exists`, `unavailable`
 */
export async function registerGuest(
  deps: Deps,
  { password, ...fields }: { email: string; name?: string; password: string },
): Promise<User> {
  const email = normalizeEmail(fields.email)
  const account = { name: checkedName(fields.name ?? email), email }
  await refuseWeakOfGuest(deps, account, password)
  // An early check saves a hash; the check in the transaction decides.
  if (await findCredential(deps.store, account.email)) throw emailTaken()
  const passwordHash = await deps.passwords.hash(password, 'stranger')
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    return await addUser(tx, deps, account, passwordHash)
  })
}

/** Stores a new account with the hash of its password. @throws AppError `already_exists` */
export async function addUser(
  tx: Tx,
  { newId, nowMs }: Deps,
  { email, ...fields }: NewAccount,
  passwordHash: string,
): Promise<User> {
  const user: User = {
    id: newId(),
    email: normalizeEmail(email),
    role: 'guest',
    status: 'active',
    tokenVersion: 0,
    agencyId: null,
    agencyRole: null,
    memberships: [],
    language: null,
    hasSecondFactor: false,
    isAddressProven: false,
    createdAtMs: nowMs(),
    ...fields,
  }
  if (!(await insertUser(tx, { ...user, passwordHash }))) throw emailTaken()
  return user
}

/**
 * Returns the active account with this e-mail and password. Unknown, blocked and wrong cannot be told apart, by answer
 * or by time: each costs one query and one hash (contract §5). A hash of outdated cost is renewed.
 *
 * @param from the origin of the call; a known place has its own share of the queue
 * @throws AppError `credentials_invalid`, `unavailable`
 */
export async function checkCredentials(
  deps: Deps,
  { email, password }: { email: string; password: string },
  from = { isKnown: false },
): Promise<User> {
  const { store, passwords } = deps
  const credential = await findCredential(store, email)
  const hash = credential?.status === 'active' ? credential.passwordHash : undefined
  const waiter = from.isKnown && credential ? knownAs(credential) : 'stranger'
  const isRight = await passwords.verify(password, hash, waiter)
  if (!isRight || !credential) throw credentialsInvalid()
  // The account may have changed during the hash; only a hash renewed by another log-in is ignored.
  const found = await findUserSecret(store, email)
  const isChanged = found?.passwordHash !== hash && found?.tokenVersion !== credential.tokenVersion
  if (isChanged || found?.status !== 'active') throw credentialsInvalid()
  const { passwordHash, ...user } = found
  if (passwords.isOutdated(passwordHash)) await renew(deps, { user, password, passwordHash })
  return user
}

/** Rehashes a correct password at today's cost. A failure does not fail the log-in; the next one tries again. */
async function renew(
  { store, passwords }: Deps,
  { user, password, passwordHash: former }: { user: User; password: string; passwordHash: string },
): Promise<void> {
  try {
    const passwordHash = await passwords.hash(password, knownAs(user))
    await store.tx((tx) => renewHash(tx, { id: user.id, former, passwordHash }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Logs an account out everywhere: revokes each of its tokens (contract §5). */
export async function endSessions({ store, nowMs }: Deps, user: User): Promise<void> {
  await store.tx((tx) => revokeTokens(tx, user.id, nowMs()))
}

/**
 * Changes the caller's own account; a new password revokes every token, including the caller's (contract §5).
 *
 * @throws AppError `password_too_weak`, `validation_failed` (also for a wrong current password), `unavailable`
 */
export async function changeAccount(
  deps: Deps,
  user: User,
  { name: given, language: chosen, ...passwords }: AccountChanges,
): Promise<User> {
  const { store, nowMs } = deps
  const language = chosen ?? user.language
  const name = given === undefined ? user.name : checkedName(given)
  const renewal = await renewPassword(deps, user, passwords)
  return await store.tx(async (tx) => {
    await lockAccounts(tx)
    if (renewal && !(await updatePassword(tx, { id: user.id, ...renewal }))) throw wrongPassword()
    const updatedAtMs = nowMs()
    if (renewal) await endLinks(tx, { userId: user.id }, updatedAtMs)
    const before = { name: user.name, language: user.language }
    const after = { name, language, ...(renewal && { passwordChanged: true }) }
    if (!Bun.deepEquals(before, after))
      await updateUser(tx, user.id, { name, language, updatedAtMs })
    const actor = { type: 'user' as const, id: user.id }
    await audit(tx, deps, { entity: 'user', entityId: user.id, actor, before, after })
    return (await findUser(tx, user.id))!
  })
}

/** The actor in the audit log for `create-admin`. */
const CREATE_ADMIN: Actor = { type: 'system', id: 'create-admin' }

/**
 * Creates an administrator; only for the command line, where write access to the database implies this right.
 *
 * @param hash computed beforehand, to keep the store open as briefly as possible
 * @throws AppError `already_exists`
 */
export async function createAdmin(deps: Deps, email: string, hash: string): Promise<User> {
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    const user = await addUser(tx, deps, { email, name: email, role: 'admin' }, hash)
    const after = { email: user.email, name: user.name, role: user.role, status: user.status }
    await audit(tx, deps, { entity: 'user', entityId: user.id, actor: CREATE_ADMIN, after })
    return user
  })
}

/** Checks the current password and returns the hashes for a change of password; undefined without a new one. */
async function renewPassword(
  deps: Deps,
  user: User,
  { currentPassword, newPassword }: Pick<AccountChanges, 'currentPassword' | 'newPassword'>,
): Promise<{ former: string; passwordHash: string } | undefined> {
  if (currentPassword === undefined && newPassword === undefined) return undefined
  if (newPassword === undefined) throw refused('/newPassword', 'required', 'Say the new password.')
  if (currentPassword === undefined)
    throw refused('/currentPassword', 'required', 'A new password needs the current one.')
  await refuseWeak(deps, chooserOf(user), newPassword, '/newPassword')
  const former = await checkPassword(deps, user, currentPassword)
  return { former, passwordHash: await deps.passwords.hash(newPassword, knownAs(user)) }
}

/**
 * Checks the caller's repeated password and returns its stored hash.
 *
 * @throws AppError `validation_failed`, `unavailable`
 */
export async function checkPassword(
  { store, passwords }: Deps,
  user: User,
  currentPassword: string,
): Promise<string> {
  const hash = (await findCredential(store, user.email))?.passwordHash
  if (!hash || !(await passwords.verify(currentPassword, hash, knownAs(user))))
    throw wrongPassword()
  return hash
}

/** Returns a trimmed name. @throws AppError `validation_failed` if it is blank */
export function checkedName(text: string): string {
  const name = text.trim()
  if (name === '') throw refused('/name', 'required', 'Must not be blank.')
  return name
}

/** Returns the error for an e-mail address that another account has. */
export const emailTaken = () =>
  alreadyExists('/email', 'An account with this e-mail already exists.')
/** Returns the error for a password that is not the account's. */
export const wrongPassword = () =>
  refused('/currentPassword', 'wrong_password', 'This is not the password of the account.')
const credentialsInvalid = () =>
  new AppError('credentials_invalid', 'No active account has this e-mail and password.')
