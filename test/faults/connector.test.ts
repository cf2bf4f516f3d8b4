import { expect, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { compare, findEarlyAcks, wrongOf } from '../support/connector-compare.ts'
import { injectFaults } from '../support/connector-faults.ts'
import { type GuestRecord, sendGuests } from '../support/connector-guests.ts'
import { openDesk } from '../support/connector-pms.ts'
import { type Mode, startWorld, type World } from '../support/connector-world.ts'
import { temporaryFolder } from '../support/folder.ts'
import { until } from '../support/process.ts'

/** `CONNECTOR_SECONDS=300 CONNECTOR_KILLS=2`: the long form. */
const SECONDS = Number(process.env.CONNECTOR_SECONDS ?? 12)
const KILLS = Number(process.env.CONNECTOR_KILLS ?? 1)
/** Of each side, one after another. */
const STEP_MS = (SECONDS * 1_000) / (KILLS * 2 + 1)
/** A side is away at most so long. */
const DOWN_MS = Math.min(20_000, STEP_MS / 3)

/** Longer than the connector's longest pause (30 s) before a call is sent again, and another before days pushed in vain. */
const SETTLED_WITHIN_MS = 75_000
/** A sandbox has at most 1,000 bookings: with a test key guests take their time. */
const PAUSE_MS = { live: 250, test: Math.max(250, SECONDS * 4) }

const program = shelvedBinary()

test.each<Mode>(['live', 'test'])(
  `a connector with a %s key and the service are equal after ${SECONDS} s of traffic, faults and kills of either (issue 16)`,
  async (mode) => {
    using folder = temporaryFolder()
    await using world = await startWorld({ folder: folder.path, program, mode })
    // The first full sync.
    const begun = await settle(world, new Map())
    // Of a sandbox its own faults happen, too.
    const faults = mode === 'test' ? injectFaults(world) : undefined
    const guests = sendGuests(world, 4, PAUSE_MS[mode])
    const desk = openDesk(world.system, 250)
    const early: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await Bun.sleep(STEP_MS)
      await world.killConnector(Math.random() * DOWN_MS)
      early.push(...(await findEarlyAcks(world)))
      await Bun.sleep(STEP_MS)
      await world.killService(Math.random() * DOWN_MS)
    }
    await Bun.sleep(STEP_MS)
    const haveHappened = async () =>
      Object.values((await faults!.happened()) ?? { none: 0 }).every((times) => times > 0)
    if (faults) await until('every fault of the sandbox has happened', haveHappened)
    const injected = await faults?.stop()
    await Promise.all([guests.stop(), desk.stop()])
    // Faults of the ways between them go on: nothing is done for the connector.
    const settledMs = await settle(world, guests.told)
    const { lost, ...kinds } = await compare(world, guests.told)
    early.push(...(await findEarlyAcks(world)))
    await world.stop()
    const said = world.said()
    const counts = { acts: desk.acts(), told: guests.told.size, begun, settledMs, injected }
    const { done } = guests
    await print({ ...{ world, mode, kinds, lost, done }, ...counts })

    for (const [kind, { missing, extra, different }] of Object.entries(kinds))
      expect({ kind, missing, extra, different }).toEqual({
        ...{ kind, missing: [], extra: [], different: [] },
      })
    expect(lost).toEqual([])
    expect(early).toEqual([])
    expect(world.complaints().filter((line) => line !== '')).toEqual([])
    const drifts = said.filter(({ event, drifted }) => event === 'compared' && drifted.length > 0)
    expect(drifts).toEqual([])
    expect(said.filter(({ event }) => /_failed$|_refused$/.test(event))).toEqual([])
  },
  120_000 + SECONDS * 1_000,
)

/** Waits until both sides are equal, for a while. @returns how long that took @throws Error when the connector ended */
async function settle(world: World, told: GuestRecord): Promise<number> {
  const fromMs = performance.now()
  while (performance.now() < fromMs + SETTLED_WITHIN_MS) {
    if (wrongOf(await look(world, told)) === 0) break
    if (!world.isConnected()) {
      await world.stop()
      throw new Error(`the connector ended: ${world.complaints().join('\n')}`)
    }
    await Bun.sleep(200)
  }
  return Math.round(performance.now() - fromMs)
}

/** Before the connector has opened its file there is nothing to look at. */
async function look(world: World, told: GuestRecord) {
  const nothing = { there: 0, missing: ['all'], extra: [], different: [] }
  const none = {
    ...{ days: nothing, bookings: nothing, records: nothing, acks: nothing, groups: nothing },
    ...{ system: nothing, counts: nothing, lost: [] },
  }
  return await compare(world, told).catch(() => none)
}

type Found = {
  world: World
  mode: Mode
  kinds: Omit<Awaited<ReturnType<typeof compare>>, 'lost'>
  lost: string[]
  done: Record<string, number>
  acts: number
  told: number
  begun: number
  settledMs: number
  injected: Record<string, number> | undefined
}

async function print(found: Found): Promise<void> {
  const { world, mode, kinds, lost, done, acts, told, begun, settledMs, injected } = found
  const events: Record<string, number> = {}
  for (const { event } of world.said()) events[event] = (events[event] ?? 0) + 1
  const failures = world.said().filter(({ event }) => /_failed$|_refused$/.test(event))
  const lines = [
    ...failures.map((each) => JSON.stringify(each)),
    `a ${mode} key: ${SECONDS} s, ${KILLS} kills of each side, ${told} bookings, ${acts} acts of the desk; equal ${settledMs} ms after`,
    `done: ${JSON.stringify(done)}`,
    `the first full sync took ${begun} ms`,
    ...Object.entries(kinds).map(
      ([kind, { there, missing, extra, different }]) =>
        `${kind}: ${there}, ${missing.length} missing, ${extra.length} extra, ${different.length} different`,
    ),
    `told to a guest and lost: ${lost.length}`,
    `calls: ${JSON.stringify(world.toService.counts)}`,
    `webhooks: ${JSON.stringify(world.toConnector.counts)}`,
    ...(injected ? [`faults of the sandbox: ${JSON.stringify(injected)}`] : []),
    `the connector: ${JSON.stringify(events)}`,
  ]
  await Bun.write(Bun.stdout, `${lines.join('\n')}\n`)
}
