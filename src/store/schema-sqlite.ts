/** The SQLite tables one by one, as drizzle-kit wants to read them. */
import { sqliteTables } from './schema.ts'

export const {
  meta,
  city,
  hotel,
  board,
  roomType,
  roomBoard,
  day,
  change,
  dayHistory,
  apiKey,
  agency,
  user,
  userHotel,
  booking,
  bookingRevision,
  push,
  outbox,
  webhook,
  delivery,
  attempt,
  idempotency,
  review,
  catalogHistory,
} = sqliteTables
