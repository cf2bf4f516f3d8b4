import type { Sender } from '../../../src/outbox/sender.ts'
import type { Deps } from '../../../src/service/deps.ts'
import type { Store } from '../../../src/store/open.ts'
import type { SwitchOff } from './health.ts'
import type { Random } from './random.ts'
import { type Behaviour, SECOND } from './receivers.ts'
import type { SentRequest } from './wire.ts'

/** From one instant to another, of the clock that is never set. */
export type Span = { fromMs: number; untilMs: number }

export type SimEvent = {
  id: string
  hotelId: number
  event: string
  /** What it must stay in order with. */
  key: string
  causeKeyId: string | null
  body: string
  /** When it was committed. */
  atMs: number
}

export type SimEndpoint = {
  id: string
  hotelId: number
  url: string
  events: string[]
  apiKeyId: string | null
  answer: Behaviour
  bornMs: number
  deletedMs: number
  active: boolean
  /** When it was off. */
  off: Span[]
  /** When the first failure since the last success was written down, by the wall clock. */
  failingSinceMs: number | undefined
  /** Whether the last exchange of this process went well. */
  isWell: boolean | undefined
  underWay: number
}

/** A process that sends; one that crashes is left as it is. */
export type Process = {
  sender: Sender
  isAsked: boolean
  wakeMs: number
  /** Exchanges that ended, and those whose end the process has noticed. */
  ended: number
  noticed: number
  /** What it said about switching endpoints off since the last pass. */
  offs: SwitchOff[]
}

/** A world of its own in which the true sender sends. Instants are those of the clock that is never set. */
export type Sim = {
  seed: number
  random: Random
  store: Store
  deps: Deps
  spanMs: number
  monoMs: number
  /** By how much the wall clock was set. */
  offsetMs: number
  /** When it was, and what `offsetMs` was from then on. */
  steps: { atMs: number; offsetMs: number }[]
  agenda: { atMs: number; act: () => Promise<void> | void }[]
  process: Process | undefined
  isFull: boolean
  /** The process is to end when the next exchange has, before it is written down. */
  isDoomed: boolean
  endpoints: SimEndpoint[]
  events: Map<string, SimEvent>
  sent: SentRequest[]
  underWay: Set<SentRequest>
  /** Ended, and not written down yet. */
  ended: SentRequest[]
  /** When nothing could begin for want of a process or a disk. */
  held: Span[]
  /** When all slots were taken. */
  full: Span[]
  /** When waiting deliveries of an endpoint (of one key of it, or an event) were made due by hand. */
  hastened: { endpoint: SimEndpoint; key: string | undefined; atMs: number; dueWallMs: number }[]
  violations: string[]
  passes: number
  end: () => void
}

const BASE_MS = Date.parse('2027-03-10T09:00:00.000Z')

export const wallMs = ({ monoMs, offsetMs }: Sim) => BASE_MS + monoMs + offsetMs

/** When the wall clock shows an instant or a later one: it is set back, and shows it again. */
export function shownSpans({ steps }: Sim, instantMs: number): Span[] {
  const settings = [{ atMs: 0, offsetMs: 0 }, ...steps]
  return settings.flatMap(({ atMs, offsetMs }, index) => {
    const fromMs = Math.max(atMs, instantMs - BASE_MS - offsetMs)
    const untilMs = settings[index + 1]?.atMs ?? Infinity
    return fromMs < untilMs ? [{ fromMs, untilMs }] : []
  })
}

/** Schedules an action at an instant; actions of one instant run in the order of scheduling. */
export function plan({ agenda }: Sim, atMs: number, act: Sim['agenda'][number]['act']): void {
  const place = agenda.findLastIndex((entry) => entry.atMs <= atMs)
  agenda.splice(place + 1, 0, { atMs, act })
}

/** A rule that was broken. */
export const violate = (sim: Sim, what: string) =>
  void sim.violations.push(`at ${(sim.monoMs / SECOND).toFixed(3)} s: ${what}`)

/** Does something when there is a process to ask. */
export function planUp(sim: Sim, atMs: number, act: () => Promise<void> | void): void {
  plan(sim, atMs, () => {
    if (sim.process) return act()
    planUp(sim, sim.held.at(-1)!.untilMs, act)
  })
}
