import { PASSKEY_ADDED } from '../../domain/accounts/account-link.ts'
import type { RelyingParty } from '../../domain/accounts/passkey.ts'
import type { Passkey } from '../../store/accounts/passkeys.ts'
import type { Deps } from '../deps.ts'
import { mailAbout, makeLink } from './make-link.ts'
import { addPasskey, type Holder, type NewPasskey } from './passkeys.ts'

/** Adds a passkey to the caller's account and mails a notice of it. @throws AppError as `addPasskey` */
export const addPasskeyWithNotice = (
  deps: Deps,
  here: RelyingParty,
  holder: Holder,
  given: NewPasskey,
): Promise<Passkey> =>
  addPasskey(deps, here, holder, given, async (tx) => {
    if (!deps.isMailing) return
    const { id: userId, email: address, language } = holder.user
    const actor = { type: 'user' as const, id: userId }
    const about = { kind: PASSKEY_ADDED, userId, address, actor } as const
    const notice = { ...about, language: language ?? 'en', mailed: true } as const
    await mailAbout(tx, deps, await makeLink(tx, deps, notice), PASSKEY_ADDED)
  })
