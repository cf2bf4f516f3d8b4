import type { Hotel } from '../catalog/catalog.ts'
import type { AgencyRole } from './agency-role.ts'
import type { MemberRole } from './membership.ts'

/** A role in a hotel or in an agency. */
export type HouseRole = MemberRole | AgencyRole

/** The hotel or the agency that people belong to and are invited into. */
export type House =
  | { hotel: Pick<Hotel, 'id' | 'slug'>; agency?: undefined }
  | { agency: { id: number; code: string }; hotel?: undefined }

/** Returns the key of a house in rows of links. */
export const placeOf = ({ hotel, agency }: House): { hotelId: number } | { agencyId: number } =>
  hotel ? { hotelId: hotel.id } : { agencyId: agency.id }

/** Returns the id that audit entries give to something of a house: `<slug or code>/<id>`, and the hotel of the entry. */
export const auditPlaceOf = ({ hotel, agency }: House, id: string) => ({
  entityId: `${hotel?.slug ?? agency!.code}/${id}`,
  hotelId: hotel?.id ?? null,
})
