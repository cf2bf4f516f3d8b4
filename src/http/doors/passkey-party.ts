import { passkeysOff, type RelyingParty } from '../../domain/passkey.ts'
import type { Context } from '../context.ts'

/** Where passkeys are good. @throws AppError `passkeys_off` */
export function partyOf({ passkeysAt }: Pick<Context, 'passkeysAt'>): RelyingParty {
  if (!passkeysAt) throw passkeysOff()
  return passkeysAt
}
