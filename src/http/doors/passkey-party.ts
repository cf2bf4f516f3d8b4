import { passkeysOff, type RelyingParty } from '../../domain/accounts/passkey.ts'
import type { Context } from '../api/context.ts'

/** Returns the relying party of passkeys. @throws AppError `passkeys_off` */
export function partyOf({ passkeysAt }: Pick<Context, 'passkeysAt'>): RelyingParty {
  if (!passkeysAt) throw passkeysOff()
  return passkeysAt
}
