import { AppError } from '../../domain/kernel/errors.ts'
import {
  type Agency,
  findAgencyByCode,
  insertAgency,
  updateAgency,
} from '../../store/agencies/agencies.ts'
import { listAllotmentHotels } from '../../store/agencies/allotments.ts'
import { reviseHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { lockCatalog, lockHotels } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'

/** The fields of an agency that an admin decides; the rest is the agency's own record. */
type NewAgency = Pick<
  Agency,
  'code' | 'name' | 'email' | 'commissionBasisPoints' | 'optionDays' | 'active'
>

/** The own record of a new agency. */
const NOTHING_SAID = {
  ...{ licenceNumber: null, address: null, phone: null, logoId: null },
  secondFactorRequired: false,
}

/** Finds an agency by its code. @throws AppError `not_found` */
export async function agencyOfCode(handle: Handle, code: string): Promise<Agency> {
  const agency = await findAgencyByCode(handle, code)
  if (!agency) throw new AppError('not_found', 'There is no such agency.')
  return agency
}

/** Creates an agency. Bookings carry its code, which never changes. @throws AppError `already_exists` */
export async function createAgency(deps: Deps, actor: Actor, fields: NewAgency): Promise<Agency> {
  return await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const { code } = fields
    if (await findAgencyByCode(tx, code))
      throw alreadyExists('/code', `Agency ${code} already exists.`)
    const agency = { ...fields, ...NOTHING_SAID, createdAtMs: deps.nowMs() }
    const id = await insertAgency(tx, agency)
    await audit(tx, deps, { entity: 'agency', entityId: code, actor, after: fields })
    return { id, ...agency }
  })
}

/**
 * Changes an agency. A new commission applies to later bookings only, for each booking keeps the rate agreed when it
 * was made. An inactive agency cannot book.
 *
 * @throws AppError `not_found`
 */
export async function changeAgency(
  deps: Deps,
  actor: Actor,
  code: string,
  changes: Partial<Omit<NewAgency, 'code'>>,
): Promise<Agency> {
  return await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const before = await agencyOfCode(tx, code)
    const after = { ...before, ...changes }
    if (!Bun.deepEquals(before, after)) await updateAgency(tx, before.id, changes)
    if (before.active !== after.active) await releaseOrKeep(tx, before.id)
    const states = { before: withoutId(before), after: withoutId(after) }
    await audit(tx, deps, { entity: 'agency', entityId: code, actor, ...states })
    return after
  })
}

/** Lets caches know that an agency's allotments are released, or stand again. */
async function releaseOrKeep(tx: Tx, agencyId: number): Promise<void> {
  const hotelIds = await listAllotmentHotels(tx, agencyId)
  await lockHotels(tx, hotelIds)
  for (const hotelId of hotelIds) await reviseHotel(tx, hotelId)
}

/** Returns the fields of an agency that an admin decides, as the audit log shows them. */
const withoutId = ({
  code,
  name,
  email,
  commissionBasisPoints,
  optionDays,
  active,
}: Agency): NewAgency => ({ ...{ code, name, email, commissionBasisPoints, optionDays, active } })
