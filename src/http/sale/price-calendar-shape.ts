import { type Static, type TObject, Type } from 'typebox'
import { exampleDay } from '../api/example-day.ts'
import { DateParameter } from '../api/query.ts'
import { DateText, namedObject, nullable } from '../api/schema.ts'
import { commissionBp, NoQuoteSchema } from './search-shape.ts'
import { stayQuery } from './stay-query.ts'

/** Parameters of a price calendar. */
export const calendarQuery = {
  from: { ...DateParameter, description: 'First day.', example: exampleDay(40) },
  to: { ...DateParameter, description: 'Last day, included.', example: exampleDay(41) },
  party: {
    ...stayQuery.party,
    description: 'The party of one room: adults, then ages; repeat it for several. Default 2.',
  },
}
export type CalendarQuery = Static<TObject<typeof calendarQuery>>

/** The price calendar of a hotel. */
export const CalendarSchema = namedObject('PriceCalendar', {
  from: DateText,
  to: DateText,
  currency: Type.String(),
  commissionBp,
  reason: nullable(
    NoQuoteSchema,
    'As in search: more rooms than guests may book, or the agency’s sale is stopped; then no day has a price.',
  ),
  days: Type.Array(
    Type.Object({
      date: DateText,
      lowestCents: nullable(
        Type.Integer(),
        'Lowest total of this night for all parties; null: nothing is left.',
      ),
      minStay: nullable(Type.Integer(), 'Least nights of a stay that arrives on this day.'),
      arrival: Type.Boolean({ description: 'True if some stay may arrive on this day.' }),
    }),
  ),
})
