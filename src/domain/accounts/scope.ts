import { checkChoices } from '../kernel/choice.ts'
import { AppError } from '../kernel/errors.ts'
import type { EventName } from '../webhooks/webhook.ts'

/** What an API key may be allowed to do (contract §8), in the order that lists of them have. */
export const SCOPES = [
  'availability:read',
  'availability:write',
  'bookings:read',
  'bookings:ack',
  'bookings:manage',
  'webhooks',
] as const

export type Scope = (typeof SCOPES)[number]

/** The scopes of a key that is made without naming any: all but those of the hotel's own acts. */
export const SCOPES_DEFAULT: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'bookings:manage',
)

/** What an operation asks of a key: `any` key will do, or this scope, or one of these. */
export type NeededScope = 'any' | Scope | readonly [Scope, Scope, ...Scope[]]

/** The scopes of which one is enough; none: any key will do. */
export function scopesOf(needed: NeededScope): readonly Scope[] {
  if (needed === 'any') return []
  return typeof needed === 'string' ? [needed] : needed
}

/**
 * @param what asks for it, as a sentence begins
 * @throws AppError `scope_missing` naming what the key would need
 */
export function needScope(held: readonly Scope[], needed: NeededScope, what = 'This'): void {
  const enough = scopesOf(needed)
  if (enough.length === 0 || enough.some((scope) => held.includes(scope))) return
  throw new AppError(
    'scope_missing',
    `${what} needs a key with the scope ${enough.join(' or ')}.`,
    {
      members: { scopes: enough },
    },
  )
}

/**
 * The scopes of a list, in the order of `SCOPES`.
 *
 * @throws AppError `validation_failed` naming every element that is no scope, or stands there before
 */
export function readScopes(given: readonly string[]): Scope[] {
  checkChoices(given, { path: '/scopes', words: SCOPES, code: 'unknown_scope' })
  return SCOPES.filter((scope) => given.includes(scope))
}

/** Whether a key may read what some events tell. */
export const mayReadEvents = (held: readonly Scope[], events: readonly EventName[]): boolean =>
  events.every((event) => held.includes(scopeOfEvent(event)))

/** @throws AppError `scope_missing` for events that a key may not read, where a webhook is told of them */
export function needEvents(held: readonly Scope[], events: readonly EventName[]): void {
  for (const event of events) needScope(held, scopeOfEvent(event), `A webhook of ${event}`)
}

/** The scope that reading what an event tells takes. */
const scopeOfEvent = (event: EventName): Scope =>
  event === 'availability.changed' ? 'availability:read' : 'bookings:read'
