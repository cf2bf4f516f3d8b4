import { type Static, type TObject, Type } from 'typebox'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { type Flaw, refused } from '../../domain/kernel/errors.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { countNoun } from '../../domain/kernel/text.ts'
import { PARTIES_MAX } from '../../domain/sale/assignment.ts'
import type { Party } from '../../domain/sale/party.ts'
import { STAY_ROOMS_MAX } from '../../domain/sale/stay.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { DateParameter, queryFlaws } from '../api/query.ts'

const PERSONS_MAX = 1_000
/** The parameters of one party, in place of `party`. */
const PARTY_FIELDS = ['adults', 'children', 'childAges', 'rooms'] as const
/** Two digits and a comma per age. */
const AGES_LENGTH_MAX = PERSONS_MAX * 3

/** Schema of a whole number. */
export const count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))

/** Parameters of a stay; the dates of the examples are within every demo and in the future. */
export const stayQuery = {
  checkin: Type.Optional({
    ...DateParameter,
    description: 'First night; requires `checkout`.',
    example: exampleDay(40),
  }),
  checkout: Type.Optional({
    ...DateParameter,
    description: `Departure: not a night. At most ${NIGHTS_MAX} nights.`,
    example: exampleDay(42),
  }),
  adults: count(1, PERSONS_MAX, 'Adults in all; default 2, or one per room if more.'),
  children: count(0, PERSONS_MAX, 'Children in all; default the number of `childAges`, or 0.'),
  childAges: Type.Optional(
    Type.String({
      pattern: '^([0-9]|1[0-7])(,([0-9]|1[0-7]))*$',
      maxLength: AGES_LENGTH_MAX,
      description: 'the age of each child, 0 to 17, separated by commas: 3,9',
    }),
  ),
  rooms: count(1, STAY_ROOMS_MAX, 'Rooms of one type; default 1.'),
  party: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^([1-9][0-9]{0,2}|1000)(,([0-9]|1[0-7]))*$',
        maxLength: AGES_LENGTH_MAX,
        description: 'adults, then the age of each child, separated by commas: 2,9',
      }),
      {
        maxItems: PARTIES_MAX,
        description: `The party of one room: adults, then ages. Repeat it for several rooms, each of any type; in place of \`adults\`, \`children\`, \`childAges\` and \`rooms\`.`,
      },
    ),
  ),
  board: Type.Optional(
    Type.String({ description: 'Only room types sold with this board, priced with it.' }),
  ),
}

export type StayQuery = Static<TObject<typeof stayQuery>>

/** The stay of a search or hotel page. */
export type SearchStay = {
  checkin: CalendarDate
  checkout: CalendarDate
  /** One, of `rooms` of one type; or several, each of one room. */
  parties: readonly Party[]
}

/** Reads the stay of a query; null without dates. Does not check availability. */
export function readStay(query: StayQuery): SearchStay | null {
  const { checkin, checkout } = query
  if (checkin === undefined && checkout === undefined) return null
  if (checkin === undefined) throw refused('?checkin', 'required', 'Goes with checkout.')
  if (checkout === undefined) throw refused('?checkout', 'required', 'Goes with checkin.')
  return { checkin, checkout, parties: readParties(query) }
}

/** Refuses flawed dates of a stay, naming the parameters. @throws AppError `validation_failed` */
export function refuseDates(flaws: readonly Flaw[]): void {
  if (flaws.length > 0) throw queryFlaws(flaws)
}

/** Reads the board of a query; null without one. @throws AppError `validation_failed` */
export async function readBoard({ catalog }: Pick<Context, 'catalog'>, board: string | undefined) {
  if (board === undefined) return null
  const codes = (await catalog.boards()).map(({ code }) => code)
  if (codes.includes(board)) return board
  throw refused('?board', 'unknown_board', `Known boards: ${codes.join(', ') || 'none'}.`)
}

/** Reads the parties of a query without dates; none unless it names one. @throws AppError `validation_failed` */
export function readNamedParties(query: StayQuery): Party[] {
  const isNamed = ['party' as const, ...PARTY_FIELDS].some((name) => query[name] !== undefined)
  return isNamed ? readParties(query) : []
}

/** Reads the parties of a query, each of one room if it names them by `party`. @throws AppError `validation_failed` */
export function readParties(query: Omit<StayQuery, 'checkin' | 'checkout' | 'board'>): Party[] {
  if (query.party === undefined) return [readParty(query)]
  const other = PARTY_FIELDS.find((name) => query[name] !== undefined)
  if (other) throw refused(`?${other}`, 'conflicting_fields', 'Conflicts with party.')
  return query.party.map((text) => {
    const [adults, ...ages] = text.split(',')
    return readParty({ adults: Number(adults), ...(ages.length > 0 && { childAges: ages.join() }) })
  })
}

function readParty(query: Pick<StayQuery, (typeof PARTY_FIELDS)[number]>): Party {
  const { rooms = 1, adults = Math.max(2, rooms) } = query
  if (adults < rooms)
    throw refused('?adults', 'out_of_range', `Every room needs an adult: at least ${rooms}.`, {
      min: rooms,
    })
  const childAges = query.childAges?.split(',').map(Number) ?? null
  const { children = childAges?.length ?? 0 } = query
  if (childAges && childAges.length !== children) {
    const message = `Got ${countNoun(childAges.length, 'age')} for ${countNoun(children, 'child', 'children')}.`
    throw refused('?childAges', 'ages_mismatch', message)
  }
  return { rooms, adults, children, childAges }
}
