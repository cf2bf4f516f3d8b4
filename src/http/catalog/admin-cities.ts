import { Type } from 'typebox'
import { USES_COUNTED_MAX } from '../../domain/catalog/catalog-rules.ts'
import {
  changeBoard,
  changeCity,
  createBoard,
  createCity,
  deleteBoard,
  deleteCity,
} from '../../service/catalog/places.ts'
import {
  type BoardEntry,
  type CityEntry,
  listBoardEntries,
  listCityEntries,
} from '../../store/catalog/places.ts'
import { NameChangesSchema, NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { SearchParameter } from '../api/query.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { namedObject, nullable, searchPageOf, show } from '../api/schema.ts'
import { BoardCode, CountryCode, strictObject } from '../api/texts.ts'
import { type SignedIn, sessionDoor } from '../doors/session-door.ts'
import { BoardSchema, CitySchema } from './hotel-shape.ts'

const city = { name: NameLine, country: CountryCode, ...NameChangesSchema.properties }
/** The default place of the city's hotels. */
const spot = Type.Partial(
  Type.Object({
    lat: nullable(Type.Number({ minimum: -90, maximum: 90 })),
    lng: nullable(Type.Number({ minimum: -180, maximum: 180 })),
  }),
).properties

/** A city as admins see it. */
const AdminCitySchema = namedObject('AdminCity', {
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
const AdminBoardSchema = namedObject('AdminBoard', {
  ...BoardSchema.properties,
  roomTypes: uses,
  rates: uses,
})

const showAdminCity = (entry: CityEntry) => show(AdminCitySchema, entry)

const showAdminBoard = (entry: BoardEntry) => show(AdminBoardSchema, entry)

/** Cities and boards, managed by admins (contract §5). */
export function adminCityRoutes(context: Context) {
  const { app, route } = routes('/v1/admin', sessionDoor(context, 'admin'), 'Administration')
  addCities(route, context)
  addBoards(route, context)
  return app
}

function addCities(route: AddRoute<SignedIn>, context: Context): void {
  route('GET', '/cities', {
    id: 'listAllCities',
    summary: 'Every city',
    description:
      'Sorted by slug, with place and number of hotels; `q` searches word parts of name, slug and country.',
    query: { ...pageParameters(), q: SearchParameter },
    says: 'A page.',
    answer: searchPageOf(AdminCitySchema),
    handle: async ({ query }) =>
      await page(query, {
        of: ['cities', query.q],
        by: { id: '' },
        rows: (after, limit) =>
          listCityEntries(context.store.long, query, { afterId: after?.id, limit }),
        show: showAdminCity,
      }),
  })

  route('POST', '/cities', {
    id: 'createCity',
    summary: 'Create a city',
    description: 'Its slug is derived from its name and never changes.',
    body: strictObject({ ...city, ...spot }),
    examples: { Bursa: { name: 'Bursa', country: 'TR' } },
    status: 201,
    says: 'The city.',
    answer: CitySchema,
    handle: async ({ actor, body }) => show(CitySchema, await createCity(context, actor, body)),
  })

  route('PATCH', '/cities/:slug', {
    id: 'changeCity',
    summary: 'Change a city',
    description: 'The slug stays. Absent names in `translations` stay; null removes one.',
    body: Type.Partial(strictObject({ ...city, ...spot })),
    examples: { 'Another name': { name: 'Bursa Merkez' } },
    says: 'The city.',
    answer: CitySchema,
    handle: async ({ actor, body, params: { slug } }) =>
      show(CitySchema, await changeCity(context, actor, slug, body)),
  })

  route('DELETE', '/cities/:slug', {
    id: 'deleteCity',
    summary: 'Delete a city',
    description: 'Only a city without hotels.',
    says: 'Deleted.',
    errors: ['in_use'],
    handle: async ({ actor, params: { slug } }) => await deleteCity(context, actor, slug),
  })
}

function addBoards(route: AddRoute<SignedIn>, context: Context): void {
  route('GET', '/boards', {
    id: 'listAllBoards',
    summary: 'Every board',
    description: 'In the usual order, with their numbers of room types and rates.',
    says: 'The boards.',
    answer: Type.Object({ items: Type.Array(AdminBoardSchema) }),
    handle: async () => ({
      items: (await listBoardEntries(context.store.long)).map(showAdminBoard),
    }),
  })

  route('POST', '/boards', {
    id: 'createBoard',
    summary: 'Create a board',
    body: strictObject({ code: BoardCode, name: NameLine, ...NameChangesSchema.properties }),
    examples: { Brunch: { code: 'BR', name: 'Brunch' } },
    status: 201,
    says: 'The board.',
    answer: BoardSchema,
    errors: ['already_exists'],
    handle: async ({ actor, body }) => await createBoard(context, actor, body),
  })

  route('PATCH', '/boards/:code', {
    id: 'changeBoard',
    summary: 'Rename a board',
    description: 'Absent names in `translations` stay; null removes one.',
    body: Type.Partial(strictObject({ name: NameLine, ...NameChangesSchema.properties })),
    examples: {
      'Another name': { name: 'Breakfast included' },
    },
    says: 'The board.',
    answer: BoardSchema,
    handle: async ({ actor, body, params: { code } }) =>
      await changeBoard(context, actor, code, body),
  })

  route('DELETE', '/boards/:code', {
    id: 'deleteBoard',
    summary: 'Delete a board',
    description: 'Only a board without room types, rates and bookings.',
    says: 'Deleted.',
    errors: ['in_use'],
    handle: async ({ actor, params: { code } }) => await deleteBoard(context, actor, code),
  })
}
