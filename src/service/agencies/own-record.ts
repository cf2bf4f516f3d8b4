import { readPicture } from '../../domain/photos/picture/picture.ts'
import { type Agency, findAgency, updateAgency } from '../../store/agencies/agencies.ts'
import type { Actor } from '../../store/days/history.ts'
import { lockAccounts, lockCatalog } from '../../store/engine/locks.ts'
import { checkAgencyOwner } from '../accounts/colleagues.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { replaceLogo } from '../photos/logos.ts'

/** Changes that an agency makes to its own record; `logo` is the file of a picture, null takes it away. */
export type RecordChanges = Partial<
  Pick<Agency, 'name' | 'email' | 'licenceNumber' | 'address' | 'phone'>
> & { logo?: Uint8Array | null }

/**
 * Changes an agency's own record, which its papers show. Bookings keep no copy of it.
 *
 * @throws AppError `not_found`, `role_missing`, `validation_failed` for a logo that is no picture
 */
export async function changeOwnRecord(
  deps: Deps,
  actor: Actor,
  agency: Pick<Agency, 'id' | 'code'>,
  { logo, ...fields }: RecordChanges,
): Promise<Agency> {
  const picture = logo ? readPicture(logo, '/logo') : logo
  return await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    await lockCatalog(tx)
    await checkAgencyOwner(tx, actor, agency)
    const before = (await findAgency(tx, agency.id))!
    const logoId = await replaceLogo(tx, deps, before.logoId, picture)
    const after = { ...before, ...fields, logoId }
    if (!Bun.deepEquals(before, after)) await updateAgency(tx, agency.id, { ...fields, logoId })
    const states = { before: recordOf(before), after: recordOf(after) }
    await audit(tx, deps, { entity: 'agency', entityId: agency.code, actor, ...states })
    return after
  })
}

const recordOf = ({ name, email, licenceNumber, address, phone, logoId }: Agency) => ({
  ...{ name, email, licenceNumber, address, phone, logo: logoId },
})
