import { expect, test } from 'bun:test'
import { firstNight, setAside, startWithAgencies } from '../support/allotments.ts'
import { book, sell } from '../support/bookings.ts'
import type { Call } from '../support/service.ts'

const RACERS = 32
const ONE = { checkin: '2027-04-01', checkout: '2027-04-02' }

/** Lets callers in turn ask for one room at once. @returns by caller, in their order, how many got one */
async function race(...calls: Call[]): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: RACERS }, async (_, index) => {
      const { status } = await book(calls[index % calls.length]!, ONE)
      return { of: index % calls.length, status }
    }),
  )
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  return calls.map(
    (_, at) => answers.filter(({ of, status }) => of === at && status === 201).length,
  )
}

test('thirty-two at once for the last room of an allotment: one of its agency gets it (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies({ connections: 12 })
  await using _ = service
  const { agent, echoAgent, manager } = staff
  await sell(service, { available: 1 })
  await setAside(manager, { rooms: 1 })
  expect(await race(service.call, agent.call, echoAgent.call, manager.call)).toEqual([0, 1, 0, 0])
  const { night, of } = await firstNight(manager)
  expect(night).toMatchObject({ available: 0, setAside: 0 })
  expect(of.DELTA).toMatchObject({ drawn: 1, ownLeft: 0 })
})

test('thirty-two at once take every room, and an agency gets at least its own (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies({ connections: 12 })
  await using _ = service
  const { agent, echoAgent, manager } = staff
  await sell(service, { available: 6 })
  await setAside(manager, { rooms: 2 })
  await setAside(manager, { agencyCode: 'ECHO', rooms: 1 })
  const [web = 0, delta = 0, echo = 0] = await race(service.call, agent.call, echoAgent.call)
  expect(web + delta + echo).toBe(6)
  expect(delta).toBeGreaterThanOrEqual(2)
  expect(echo).toBeGreaterThanOrEqual(1)
  const { of } = await firstNight(manager)
  expect([of.DELTA.drawn, of.ECHO.drawn]).toEqual([delta, echo])
})
