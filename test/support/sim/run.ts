import { createSender } from '../../../src/outbox/sender.ts'
import { realDeps } from '../../../src/service/real-deps.ts'
import { ALONE } from '../../../src/store/engine/lease.ts'
import type { Store } from '../../../src/store/open.ts'
import { OUTBOX_TOPIC } from '../../../src/store/webhooks/outbox.ts'
import { PLAIN_VAULT } from '../outbox.ts'
import { noteSettled, type SwitchOff } from './health.ts'
import { createRandom, type Random } from './random.ts'
import { SECOND } from './receivers.ts'
import { endExchange, sendOf } from './wire.ts'
import { type Process, plan, type Sim, violate, wallMs } from './world.ts'

const POLL_MS = 1 * SECOND
/** In one instant, or in all: more is a sender that never rests. */
const PASSES_AT_ONCE_MAX = 1_000
const PASSES_MAX = 30_000
/** Steps in which the sender notices that an exchange has ended: more is never. */
const TURNS_MAX = 1_000

/** Creates the world of a seed on a store of its own. */
export function createSim(store: Store, seed: number, spanMs: (random: Random) => number): Sim {
  const random = createRandom(seed)
  let ids = 0
  const sim: Sim = {
    seed,
    random,
    store,
    // The instant is part of an id, so that the checks know when a delivery was made.
    deps: {
      ...realDeps({ nowMs: () => wallMs(sim), passwordCost: { memoryCost: 8, timeCost: 1 } }),
      store,
      brand: 'service',
      newId: () => `${String(random.int(0, 9_999))}-${sim.monoMs}-${ids++}`,
      newWebhookSecret: () => 'whsec_c2VjcmV0',
      vault: PLAIN_VAULT,
    },
    spanMs: spanMs(random),
    monoMs: 0,
    offsetMs: 0,
    steps: [],
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

/** Starts a process on the store as it is. */
function startSim(sim: Sim): void {
  const offs: SwitchOff[] = []
  const notice = () => {
    if (sim.process === process) process.isAsked = true
    process.noticed++
  }
  const { deps, random } = sim
  const log = {
    debug() {},
    info() {},
    warn: (event: string, facts = {}) =>
      void (event === 'webhook_switched_off' && offs.push(facts as SwitchOff)),
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
      fetchesMax: 256,
    },
    ALONE.term()!,
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
    if (sim.passes - before > PASSES_AT_ONCE_MAX || sim.passes >= PASSES_MAX)
      return violate(sim, `${sim.passes} passes: the sender never rests`)
  }
}

const nextWakeMs = ({ process, monoMs }: Sim) =>
  process?.isAsked ? monoMs : (process?.wakeMs ?? Infinity)

async function passes(sim: Sim): Promise<void> {
  const { process } = sim
  if (!process) return
  for (let turn = 0; process.noticed < process.ended && turn < TURNS_MAX; turn++)
    await Promise.resolve()
  if (process.noticed < process.ended) violate(sim, 'the end of an exchange goes unnoticed')
  if (sim.isDoomed && sim.ended.length > 0) return crashSim(sim, sim.random.int(0, 60) * SECOND)
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
