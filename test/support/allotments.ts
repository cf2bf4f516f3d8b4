import { expect } from 'bun:test'
import type { Answer } from './matchers.ts'
import { startService, type TestService } from './service.ts'
import { hireStaff, type Staff } from './staff.ts'
import { putTerms } from './terms.ts'
import type { TestUser } from './users.ts'

/** Nights of the tests: 1 to 10 April. */
export const NIGHTS = 'from=2027-04-01&to=2027-04-10'

/** Alfa and its staff; Delta and Echo have terms there. */
export type AllotmentScene = { service: TestService; staff: Staff }

/** Starts Alfa with terms of Delta and Echo. The caller disposes the service. */
export async function startWithAgencies(
  settings: Parameters<typeof startService>[0] = {},
): Promise<AllotmentScene> {
  const service = await startService(settings)
  const staff = await hireStaff(service)
  for (const code of ['DELTA', 'ECHO'])
    expect((await putTerms(staff.manager, { optionDays: 10 }, code)).status).toBe(200)
  return { service, staff }
}

/** Sets rooms of DBL aside for Delta, on the nights of the tests unless said otherwise. */
export const setAside = (
  { call }: Pick<TestUser, 'call'>,
  update: Record<string, unknown> = {},
): Promise<Answer> =>
  call('PUT', '/v1/panel/allotments', {
    body: {
      updates: [
        {
          ...{ agencyCode: 'DELTA', roomCode: 'DBL', rooms: 3 },
          ...('date' in update ? {} : { dateFrom: '2027-04-01', dateTo: '2027-04-10' }),
          ...update,
        },
      ],
    },
  })

/** Returns the allotments of the first night of the tests by agency, and the night. */
export async function firstNight({ call }: Pick<TestUser, 'call'>) {
  const { body } = await call('GET', `/v1/panel/allotments?${NIGHTS}`)
  const allotments = body.allotments.filter((each: any) => each.date === '2027-04-01')
  return {
    night: body.nights.find((each: any) => each.date === '2027-04-01'),
    of: Object.fromEntries(allotments.map((each: any) => [each.agencyCode, each])),
  }
}
