import { Type } from 'typebox'
import { changeBoard, changeCity, createBoard, createCity } from '../../service/catalog/catalog.ts'
import type { Context } from '../context.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { BoardCode, CountryCode, line, strictObject } from '../request/texts.ts'
import { routes } from '../route.ts'
import { BoardSchema, CitySchema } from '../shapes/hotel.ts'

const CityBody = strictObject({ name: line(200), country: CountryCode })

/** Cities and boards, made and changed by admins (contract §5). */
export function adminCityRoutes(context: Context) {
  const { app, route } = routes('/v1/admin', sessionDoor(context, 'admin'), 'Administration')

  route('POST', '/cities', {
    id: 'createCity',
    summary: 'Make a city',
    description: 'Its slug is made from its name and never changes.',
    body: CityBody,
    examples: { Bursa: { name: 'Bursa', country: 'TR' } },
    status: 201,
    says: 'The city.',
    answer: CitySchema,
    handle: async ({ actor, body }) => await createCity(context, actor, body),
  })

  route('PATCH', '/cities/:slug', {
    id: 'changeCity',
    summary: 'Change a city',
    description: 'The slug stays.',
    body: Type.Partial(CityBody),
    examples: { 'Another name': { name: 'Bursa Merkez' } },
    says: 'The city.',
    answer: CitySchema,
    handle: async ({ actor, body, params: { slug } }) =>
      await changeCity(context, actor, slug, body),
  })

  route('POST', '/boards', {
    id: 'createBoard',
    summary: 'Make a board',
    body: strictObject({ code: BoardCode, name: line(200) }),
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
    body: Type.Partial(strictObject({ name: line(200) })),
    examples: { 'Another name': { name: 'Breakfast included' } },
    says: 'The board.',
    answer: BoardSchema,
    handle: async ({ actor, body, params: { code } }) =>
      await changeBoard(context, actor, code, body),
  })

  return app
}
