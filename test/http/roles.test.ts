import { expect, test } from 'bun:test'
import type { Answer } from '../support/matchers.ts'
import { ROWS } from '../support/role-rows.ts'
import { pathOf, ROLES, type RoleName, stageFor } from '../support/roles.ts'
import { startService, type TestService } from '../support/service.ts'

/** What each may see of the three bookings at Alfa, by the family name that stands in them. */
const SEES: Record<RoleName, string[]> = {
  nobody: [],
  guest: ['OfGuest'],
  manager: ['OfNobody', 'OfGuest', 'OfDelta'],
  otherManager: [],
  agency: ['OfDelta'],
  otherAgency: [],
  admin: ['OfNobody', 'OfGuest', 'OfDelta'],
  key: ['OfNobody', 'OfGuest', 'OfDelta'],
  otherKey: [],
}

const stage = stageFor(async () => ({}))
let document: Promise<Answer> | undefined

/** The statuses that the OpenAPI document gives a route; undefined for routes that it leaves out. */
async function documentedStatuses({ call }: TestService, route: string) {
  const [method = '', path = ''] = route.replaceAll(/:(\w+)/g, '{$1}').split(' ')
  document ??= call('GET', '/openapi.json')
  const operation = (await document).body.paths[path]?.[method.toLowerCase()]
  return operation && Object.keys(operation.responses)
}

function doorOf(status: number): string {
  return ({ 401: 'u', 403: 'f', 404: 'n' } as Record<number, string>)[status] ?? '.'
}

test('every route has a row that says who may pass (issue 3)', async () => {
  await using service = await startService()
  const routes = service.app.routes.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(ROWS).toSorted())
})

test.each(Object.entries(ROWS))(
  "%s lets in whom it should, and nobody reads what is another's (contract §5, §6)",
  async (route, row) => {
    await using staged = await stage(route)
    const { service, world } = staged
    const method = route.slice(0, route.indexOf(' '))
    const documented = await documentedStatuses(service, route)
    let doors = ''
    for (const role of ROLES) {
      const init = row.body === undefined ? {} : { body: row.body }
      const answer = await world.callers[role](method, pathOf(route, row, world), init)
      expect(answer.status).toBeLessThan(500)
      if (documented) expect(documented).toContain(String(answer.status))
      doors += doorOf(answer.status)
      for (const name of ['OfNobody', 'OfGuest', 'OfDelta'])
        if (!SEES[role].includes(name)) expect(answer.text).not.toContain(name)
    }
    expect(doors).toBe(row.doors)
  },
)
