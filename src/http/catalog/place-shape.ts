import { Type } from 'typebox'
import { USES_COUNTED_MAX } from '../../domain/catalog/catalog-rules.ts'
import type { BoardEntry, CityEntry } from '../../store/catalog/places.ts'
import { namedObject, nullable, show } from '../api/schema.ts'
import { BoardSchema, CitySchema } from './hotel-shape.ts'

/** A city as admins see it. */
export const AdminCitySchema = namedObject('AdminCity', {
  ...CitySchema.properties,
  lat: nullable(Type.Number(), 'The default place of its hotels; null: not set.'),
  lng: nullable(Type.Number()),
  hotels: Type.Integer({ description: 'On sale or not.' }),
  currency: nullable(Type.String(), 'Of its first hotel; null: no hotels.'),
  timezone: nullable(Type.String()),
})

const uses = Type.Integer({
  description: `Number sold with it; ${USES_COUNTED_MAX} means that many or more.`,
})

/** A board as admins see it. */
export const AdminBoardSchema = namedObject('AdminBoard', {
  ...BoardSchema.properties,
  roomTypes: uses,
  rates: uses,
})

export const showAdminCity = (entry: CityEntry) => show(AdminCitySchema, entry)

export const showAdminBoard = (entry: BoardEntry) => show(AdminBoardSchema, entry)
