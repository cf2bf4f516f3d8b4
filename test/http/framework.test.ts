import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { Type } from 'typebox'
import { AppError } from '../../src/domain/kernel/errors.ts'
import { problems } from '../../src/http/api/problem.ts'
import { createRequestCounts } from '../../src/http/api/request-counts.ts'
import { routes } from '../../src/http/api/route.ts'
import { recordLog } from '../support/http.ts'
import { caller } from '../support/service.ts'

/** A service of one route behind the real `problems`. */
function serviceOf(route: (app: Elysia) => unknown) {
  const { log, events } = recordLog()
  const app = new Elysia({ normalize: false })
    .decorate('root', { server: null })
    .use(problems(log, { allowedMethods: () => [], addHeaders: async () => {} }))
  route(app as unknown as Elysia)
  return { call: caller(app), events }
}

test('an answer that breaks its own schema is a defect of ours, not the fault of the caller (house-style §7.4)', async () => {
  const { call, events } = serviceOf((app) =>
    app.get('/', () => ({ secret: 'vault' }) as never, { response: t.Object({ n: t.Number() }) }),
  )

  const answer = await call('GET', '/')
  expect(answer).toBeProblem(500, 'internal')
  expect(answer.text).not.toContain('vault')
  expect(events).toMatchObject([{ event: 'internal' }])
})

test('a number beyond the bounds of a parameter is 422, never a defect (house-style §7.2)', async () => {
  const context = { counts: createRequestCounts(), trustedProxies: 0, log: recordLog().log }
  const door = { context, security: [], errors: [], enter: () => ({}) }
  const { app: routed, route } = routes('', door, 'Service')
  route('GET', '/', {
    id: 'getNothing',
    summary: 'Nothing',
    query: { n: Type.Integer({ minimum: 1, maximum: 9 }) },
    says: 'Nothing.',
    handle: () => new Response(),
  })
  const { call, events } = serviceOf((app) => app.use(routed))

  for (const n of ['0', '10', '-1', '99999999999999999999'])
    expect(await call('GET', `/?n=${n}`)).toBeProblem(422, 'validation_failed')
  const text = await call('GET', '/?n=ten')
  expect(text).toBeProblem(422, 'validation_failed')
  expect(text.body.errors).toEqual([
    { path: '?n', code: 'wrong_type', message: 'Must be an integer.' },
  ])
  expect(events).toEqual([])
})

test('the text of a thrown error stays inside, whatever it says of itself (house-style §7.4)', async () => {
  const { call, events } = serviceOf((app) =>
    app.get('/', () => {
      throw Object.assign(new Error('select from vault'), { status: 404, code: 'ENOENT' })
    }),
  )

  const answer = await call('GET', '/')
  expect(answer).toBeProblem(500, 'internal')
  expect(answer.text).not.toContain('vault')
  expect(events).toHaveLength(1)
})

test('a problem carries no entity tag or type of the answer it stands in for (RFC 9110 §8.8.3)', async () => {
  const { call } = serviceOf((app) =>
    app.get('/', ({ set }) => {
      set.headers.etag = '"x"'
      set.headers['content-type'] = 'text/csv'
      set.headers['x-other'] = 'kept'
      throw new AppError('not_found', 'There is none.')
    }),
  )

  const answer = await call('GET', '/')
  expect(answer).toBeProblem(404, 'not_found')
  expect(answer.headers.get('etag')).toBeNull()
  expect(answer.headers.get('x-other')).toBe('kept')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
