import {
  type AgencyTerms,
  type AgreedTerms,
  NO_TERMS,
  termsFlaws,
  termsInForce,
} from '../../domain/agencies/terms.ts'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import { findTerms, upsertTerms } from '../../store/agencies/terms.ts'
import { findSnapshot, reviseHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import { batch } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { agencyOfCode } from './agencies.ts'

/** An agency with its terms in force at a hotel. */
export type AgencyAtHotel = Agency & { terms: AgencyTerms }

/** Finds an agency and its terms in force at a hotel. @returns null without an agency */
export async function findAgencyAt(
  handle: Handle,
  hotelId: number,
  agencyId: number | null,
): Promise<AgencyAtHotel | null> {
  if (agencyId === null) return null
  const [agency, terms] = await batch(
    findAgency(handle, agencyId),
    findTerms(handle, hotelId, agencyId),
  )
  return { ...agency!, terms: termsInForce(terms) }
}

/** An agency with its terms at a hotel; null if nothing was agreed. */
export type TermsOfAgency = { agency: Agency; terms: AgencyTerms | null }

/** Finds the terms of an agency at a hotel by the agency's code. @throws AppError `not_found` */
export async function findTermsByCode(
  handle: Handle,
  hotelId: number,
  code: string,
): Promise<TermsOfAgency> {
  const agency = await agencyOfCode(handle, code)
  return { agency, terms: (await findTerms(handle, hotelId, agency.id)) ?? null }
}

/**
 * Replaces the terms of an agency at a hotel (contract-agencies). Bookings keep the commission that they were made
 * with, and what the agency owes stays.
 *
 * @param refuseUnseen throws if the stored terms differ from those that the change was based on
 * @throws AppError `not_found`, `validation_failed` with `unknown_rate`
 */
export async function putTerms(
  deps: Deps,
  actor: Actor,
  { hotelId, code }: { hotelId: number; code: string },
  agreed: AgreedTerms,
  refuseUnseen: (before: TermsOfAgency) => void = () => {},
): Promise<TermsOfAgency> {
  return await inHotel(deps.store, hotelId, async (tx) => {
    const { agency, terms: before } = await findTermsByCode(tx, hotelId, code)
    refuseUnseen({ agency, terms: before })
    const { hotel, rates } = (await findSnapshot(tx, hotelId))!
    refuseFlaws(termsFlaws(agreed, rates))
    const { owedCents } = before ?? NO_TERMS
    await upsertTerms(tx, hotelId, agency.id, agreed)
    // Its allotments are released or stand again.
    if (hotel.usesAllotments) await reviseHotel(tx, hotelId)
    await audit(tx, deps, {
      ...{ entity: 'agency_terms', entityId: `${hotel.slug}/${code}`, hotelId, actor },
      before: before && agreedOf(before),
      after: agreed,
    })
    return { agency, terms: { ...agreed, owedCents } }
  })
}

const agreedOf = ({ owedCents: _, ...agreed }: AgencyTerms): AgreedTerms => agreed
