import { createSender, type Sender } from '../../src/outbox/sender.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realWorld } from '../../src/service/world.ts'
import type { Store } from '../../src/store/open.ts'
import { OUTBOX_TOPIC } from '../../src/store/outbox.ts'
import { createRandom, type Random } from './random.ts'
import { noteSettled, type Off } from './sim-health.ts'
import { type Behaviour, SECOND } from './sim-receivers.ts'
import { endExchange, type Sent, sendOf } from './sim-wire.ts'

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
  /** The first failure since the last success. */
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
  /** Exchanges that ended, and those whose end it has noticed. */
  ended: number
  noticed: number
  /** What it said about switching endpoints off since the last pass. */
  offs: Off[]
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
  /** How often it was. */
  steps: number
  agenda: { atMs: number; act: () => Promise<void> | void }[]
  process: Process | undefined
  isFull: boolean
  /** The process is to end when the next exchange has, before it is written down. */
  isDoomed: boolean
  endpoints: SimEndpoint[]
  events: Map<string, SimEvent>
  sent: Sent[]
  underWay: Set<Sent>
  /** Ended, and not written down yet. */
  ended: Sent[]
  /** When nothing could begin for want of a process or a disk. */
  held: Span[]
  /** When all slots were taken. */
  full: Span[]
  /** When waiting deliveries of an endpoint (of one key of it, or an event) were made due by hand. */
  hastened: { endpoint: SimEndpoint; key: string | undefined; atMs: number }[]
  violations: string[]
  passes: number
  end: () => void
}

const BASE_MS = Date.parse('2027-03-10T09:00:00.000Z')
const POLL_MS = 1 * SECOND
const VAULT = { seal: (text: string) => text, open: (sealed: string) => sealed }
/** In one instant, or in all: more is a sender that never rests. */
const PASSES_AT_ONCE_MAX = 1_000
const PASSES_MAX = 100_000

/** A world of a seed on a store that nobody else uses meanwhile. */
export function createSim(store: Store, seed: number, spanMs: (random: Random) => number): Sim {
  const random = createRandom(seed)
  let ids = 0
  const sim: Sim = {
    seed,
    random,
    store,
    // The instant is part of an id, so that the checks know when a delivery was made.
    deps: {
      ...realWorld({ nowMs: () => wallMs(sim), passwordCost: { memoryCost: 8, timeCost: 1 } }),
      store,
      brand: 'service',
      newId: () => `${String(random.int(0, 9_999))}-${sim.monoMs}-${ids++}`,
      newWebhookSecret: () => 'whsec_c2VjcmV0',
      vault: VAULT,
    },
    spanMs: spanMs(random),
    monoMs: 0,
    offsetMs: 0,
    steps: 0,
    agenda: [],
    process: undefined,
    isFull: false,
    isDoomed: false,
    endpoints: [],
    events: new Map(),
    sent: [],
    underWay: new Set(),
    ended: [],
    held: [],
    full: [],
    hastened: [],
    violations: [],
    passes: 0,
    end: store.subscribe(OUTBOX_TOPIC, () => {
      if (sim.process) sim.process.isAsked = true
    }),
  }
  startSim(sim)
  return sim
}

export const wallMs = ({ monoMs, offsetMs }: Sim) => BASE_MS + monoMs + offsetMs

/** Does something at an instant; what is planned for the same instant in the order it was planned. */
export function plan({ agenda }: Sim, atMs: number, act: Sim['agenda'][number]['act']): void {
  const place = agenda.findLastIndex((entry) => entry.atMs <= atMs)
  agenda.splice(place + 1, 0, { atMs, act })
}

/** A rule that was broken. */
export const violate = (sim: Sim, what: string) =>
  void sim.violations.push(`at ${(sim.monoMs / SECOND).toFixed(3)} s: ${what}`)

/** Starts a process on the store as it is. */
export function startSim(sim: Sim): void {
  const offs: Off[] = []
  const notice = () => {
    if (sim.process === process) process.isAsked = true
    process.noticed++
  }
  const { deps, random } = sim
  const log = {
    debug() {},
    info() {},
    warn: (event: string, facts = {}) =>
      void (event === 'webhook_switched_off' && offs.push(facts as Off)),
    error: (event: string, facts = {}) => violate(sim, `${event} ${JSON.stringify(facts)}`),
  }
  const sender = createSender(
    {
      ...deps,
      store: fallible(sim),
      version: '0',
      log,
      monotonicMs: () => sim.monoMs,
      random: random.next,
      send: sendOf(sim),
    },
    notice,
  )
  const process: Process = { sender, isAsked: true, wakeMs: 0, ended: 0, noticed: 0, offs }
  sim.process = process
  for (const endpoint of sim.endpoints) endpoint.isWell = undefined
}

/** Ends the process in the middle of what it does; another one starts some time later. */
export function crashSim(sim: Sim, downMs: number): void {
  for (const sent of sim.underWay) endExchange(sim, sent, 'dropped')
  for (const sent of sim.ended.splice(0)) sent.fate = 'dropped'
  rest(sim, downMs)
}

/** Ends the process by the book, with no patience for what is under way. */
export async function stopSim(sim: Sim, downMs: number): Promise<void> {
  const { sender, offs } = sim.process!
  offs.length = 0
  await sender.stop(0).then(
    () => noteSettled(sim),
    () => {},
  )
  crashSim(sim, downMs)
}

function rest(sim: Sim, downMs: number): void {
  sim.process = undefined
  sim.isDoomed = false
  sim.held.push({ fromMs: sim.monoMs, untilMs: sim.monoMs + downMs })
  plan(sim, sim.monoMs + downMs, () => startSim(sim))
}

/** Goes on until nothing is planned, nothing is under way and the sender waits for nothing. */
export async function runSim(sim: Sim): Promise<void> {
  for (let lastMs = -1, before = 0; ; ) {
    const nextMs = Math.min(sim.agenda[0]?.atMs ?? Infinity, nextWakeMs(sim))
    if (nextMs === Infinity) return
    sim.monoMs = Math.max(sim.monoMs, nextMs)
    if (sim.monoMs > lastMs) before = sim.passes
    lastMs = sim.monoMs
    while (sim.agenda[0] && sim.agenda[0].atMs <= sim.monoMs) await sim.agenda.shift()!.act()
    await passes(sim)
    if (sim.passes - before > PASSES_AT_ONCE_MAX || sim.passes > PASSES_MAX)
      return violate(sim, `${sim.passes} passes: the sender never rests`)
  }
}

const nextWakeMs = ({ process, monoMs }: Sim) =>
  process?.isAsked ? monoMs : (process?.wakeMs ?? Infinity)

async function passes(sim: Sim): Promise<void> {
  const { process } = sim
  if (!process) return
  while (process.noticed < process.ended) await Promise.resolve()
  if (sim.isDoomed && sim.ended.length > 0)
    return crashSim(sim, sim.random.int(0, 60) * SECOND)
  if (process.wakeMs <= sim.monoMs) process.isAsked = true
  while (process.isAsked && sim.passes < PASSES_MAX) {
    process.isAsked = false
    sim.passes++
    process.offs.length = 0
    try {
      const nextMs = await process.sender.pass()
      noteSettled(sim)
      process.wakeMs = nextMs === undefined ? Infinity : sim.monoMs + nextMs - wallMs(sim)
    } catch (error) {
      if (!sim.isFull) throw error
      process.isAsked = false
      process.wakeMs = sim.monoMs + POLL_MS
    }
  }
}

/** Looks at the outbox within a second, as the poll does: for what nothing tells of. */
export function poll({ process, monoMs, random }: Sim): void {
  if (process) process.wakeMs = Math.min(process.wakeMs, monoMs + random.int(0, POLL_MS))
}

/** A store that cannot be written while the disk is full. */
const fallible = (sim: Sim): Store => ({
  ...sim.store,
  tx: (body) =>
    sim.store.tx(async (tx) => {
      const answer = await body(tx)
      if (sim.isFull) throw new Error('the disk is full')
      return answer
    }),
})
