import { checkChoices } from '../kernel/choice.ts'
import { AppError } from '../kernel/errors.ts'
import { type EventName, isConnectionEvent } from '../webhooks/webhook.ts'

/** Scopes of an API key (contract §8), in the order of every list of them. */
export const SCOPES = [
  'availability:read',
  'availability:write',
  'rates:write',
  'content:write',
  'bookings:read',
  'bookings:ack',
  'bookings:manage',
  'webhooks',
] as const

export type Scope = (typeof SCOPES)[number]

/** Scopes that a key has only if the hotel chose them: its set-up (contract-groups), and its own acts. */
const CHOSEN: readonly Scope[] = ['rates:write', 'content:write', 'bookings:manage']

/** The default scopes of a new key. */
export const SCOPES_DEFAULT: readonly Scope[] = SCOPES.filter((scope) => !CHOSEN.includes(scope))

/** The scope that an operation needs: `any`, one scope, or one of several. */
export type NeededScope = 'any' | Scope | readonly [Scope, Scope, ...Scope[]]

/** Returns the scopes that satisfy a need; empty: any key does. */
export function scopesOf(needed: NeededScope): readonly Scope[] {
  if (needed === 'any') return []
  return typeof needed === 'string' ? [needed] : needed
}

/**
 * Refuses a key without the needed scope.
 *
 * @param what the subject of the sentence that refuses it
 * @throws AppError `scope_missing` naming the scope that the key needs
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
 * Reads a list of scopes into the order of `SCOPES`.
 *
 * @throws AppError `validation_failed` naming each unknown or repeated element
 */
export function readScopes(given: readonly string[]): Scope[] {
  checkChoices(given, { path: '/scopes', words: SCOPES, code: 'unknown_scope' })
  return SCOPES.filter((scope) => given.includes(scope))
}

/** True if a key may read the content of all these events. */
export const mayReadEvents = (held: readonly Scope[], events: readonly EventName[]): boolean =>
  events.every((event) => held.includes(scopeOfEvent(event)))

/** Refuses a webhook's events that its key may not read. @throws AppError `scope_missing` */
export function needEvents(held: readonly Scope[], events: readonly EventName[]): void {
  for (const event of events) needScope(held, scopeOfEvent(event), `A webhook of ${event}`)
}

/** Returns the scope that reading an event needs. */
function scopeOfEvent(event: EventName): Scope {
  if (isConnectionEvent(event)) return 'webhooks'
  return event === 'availability.changed' ? 'availability:read' : 'bookings:read'
}
