import { Type } from 'typebox'
import { oneOf } from '../api/query.ts'
import type { AddRoute } from '../api/route.ts'
import type { ScopeNeed, TestKey } from '../doors/partner-key.ts'

/** The function that adds a route of the sandbox. */
export type AddSandboxRoute = AddRoute<{ key: TestKey }, Record<never, never>, ScopeNeed>

/** The side that a tester acts for. */
export type TestCaller = 'guest' | 'hotel'

/** The field of a body that names it. */
export const by = Type.Optional({
  ...oneOf('guest', 'hotel'),
  description: 'Who acts; default `guest`.',
})

/** The actor of the hotel's own changes in a sandbox. */
export const HOTEL = { type: 'system', id: 'sandbox' } as const

/** Returns the actor of a change of a booking in a sandbox. */
export const actorOf = (caller: TestCaller, code: string) =>
  caller === 'hotel' ? HOTEL : ({ type: 'booking', id: code, by: 'guest' } as const)
