import { SCENARIOS, type Scenario } from '../../src/domain/sandbox/certification.ts'
import { upsertProofs } from '../../src/store/sandbox/proofs.ts'
import { addDay } from './bookings.ts'
import { patch } from './http.ts'
import type { Answer } from './matchers.ts'
import { openSandbox } from './sandbox.ts'
import { type Settings, startService, type TestHotel, TODAY } from './service.ts'

/** A scenario as a test key reads it. */
type ScenarioState = {
  scenario: Scenario
  title: string
  done: boolean
  doneAt: string | null
  requestIds: string[]
  deliveryIds: string[]
  next: string
  calls: string[]
}
export type Certification = {
  test: boolean
  done: number
  of: number
  certifiedAt: string | null
  scenarios: ScenarioState[]
}

/** A service with the sandbox of Alfa, which has a year to sell. */
export async function startCertifying(settings: Settings = {}, start = startService) {
  const service = await start(settings)
  // By the hotel, before there is a sandbox.
  await patch(service.alfa, YEAR)
  const sandbox = await openSandbox(service)
  return {
    service,
    sandbox,
    clock: service.clock,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** What a test key has shown. */
export const certification = async (sandbox: TestHotel): Promise<Certification> =>
  (await sandbox.call('GET', '/sandbox/certification')).body

/** Scenarios that are done, in their order. */
export const doneBy = async (sandbox: TestHotel): Promise<Scenario[]> =>
  (await certification(sandbox)).scenarios
    .filter(({ done }) => done)
    .map(({ scenario }) => scenario)

/** One scenario as the key reads it. */
export const shownOf = async (sandbox: TestHotel, scenario: Scenario): Promise<ScenarioState> =>
  (await certification(sandbox)).scenarios.find((each) => each.scenario === scenario)!

/** A call that is named, so that it is found among what proves something. */
export const scenarioNamed = (
  sandbox: TestHotel,
  id: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> =>
  sandbox.call(method, path, {
    headers: { 'x-request-id': id },
    ...(body !== undefined && { body }),
  })

/** Makes all scenarios done but some. */
export async function finishAllBut(
  service: Awaited<ReturnType<typeof startService>>,
  sandbox: TestHotel,
  missing: readonly Scenario[],
): Promise<void> {
  const made = { doneAtMs: service.clock.nowMs, requestIds: ['r'], deliveryIds: [], seen: {} }
  const rest = SCENARIOS.filter((each) => !missing.includes(each))
  await service.store.tx((tx) =>
    upsertProofs(
      tx,
      sandbox.keyId,
      rest.map((scenario) => ({ scenario, ...made })),
    ),
  )
}

/** A day of the tests' year. */
export const on = (days: number) => addDay(TODAY, days)

/** Both room types of the cast for a year from today. */
export const YEAR = ['DBL', 'SGL'].map((roomCode) => ({
  roomCode,
  dateFrom: TODAY,
  dateTo: on(364),
  available: 5,
  priceCents: 10_000,
}))
