import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { recountOwed } from '../../src/service/agencies/recount-owed.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { obey } from '../support/allotment-acts.ts'
import { type Command, command } from '../support/allotment-commands.ts'
import { FREE_UNTIL_DAYS, owedBy } from '../support/allotment-credit.ts'
import { EVERY_KIND } from '../support/allotment-history.ts'
import { look, readOwed, type Shown } from '../support/allotment-looks.ts'
import { AGENCIES, AllotmentModel, COUNTED, NIGHTS, TYPES } from '../support/allotment-model.ts'
import { countActs, dateIn, done, pass, type World, ZONES } from '../support/allotment-world.ts'
import { startWithAgencies } from '../support/allotments.ts'
import { addDay } from '../support/bookings.ts'
import { NIGHT_CENTS } from '../support/credit-model.ts'
import { makeRate } from '../support/rates.ts'
import { rounds } from '../support/rounds.ts'
import { signInAgain } from '../support/staff.ts'

// Histories of allotments and credit in five time zones against rules written anew (contract-agencies).

/** Histories of one hotel, each with nights of its own. */
const HISTORIES = 40
const DAY_MS = 86_400_000
const { HISTORIES: GIVEN, SEED } = process.env
const RUNS = Number(GIVEN ?? rounds(120))

type Scene = Awaited<ReturnType<typeof openHotel>> & {
  /** The last history, if it went through. */
  last?: AllotmentModel | undefined
}

async function openHotel() {
  const scene = await startWithAgencies({
    rooms: Object.entries(TYPES).map(([roomCode, totalRooms]) => ({
      ...{ roomCode, totalRooms, maxAdults: 9, maxOccupancy: 9 },
    })),
  })
  const cancellation = { freeUntilDays: FREE_UNTIL_DAYS, penalty: 'first_night' } as const
  await makeRate(scene.service, { rateCode: 'STD', cancellation })
  const { manager, agent, echoAgent, admin } = scene.staff
  for (const code of AGENCIES)
    await admin.call('PATCH', `/v1/admin/agencies/${code}`, { body: { optionDays: 10 } })
  return { ...scene, people: { hotel: manager, DELTA: agent, ECHO: echoAgent }, histories: 0 }
}

const AGREED = { stopSale: false, active: true, limitNights: 9, commissionBp: null }

/** Begins a history: another time zone, later nights, all of them counted, something set aside. */
async function begin(scene: Scene, restores: boolean): Promise<World> {
  const { service, people } = scene
  const zone = ZONES[scene.histories++ % ZONES.length]!
  await pass(scene, 9 * DAY_MS)
  await expireHolds(service.deps)
  const admin = await signInAgain(service, scene.staff.admin)
  const hotel = { timezone: zone, restoreOnCancel: restores }
  const patched = await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: hotel })
  expect(patched.status, patched.text).toBe(200)
  const today = dateIn(zone, service.clock.nowMs)
  const carried = await readOwed(people.hotel)
  scene.last?.expire(service.clock.nowMs)
  for (const agency of AGENCIES)
    if (scene.last) expect(carried[agency]).toBe(owedBy(scene.last, agency))
  const model = new AllotmentModel(addDay(today, 2), restores, carried)
  model.today = today
  const updates = [...model.cells.keys()].map((cell) => ({
    ...{ roomCode: cell.slice(0, 3), date: cell.slice(4) },
    ...{ available: COUNTED, priceCents: NIGHT_CENTS, closed: false },
  }))
  const world = { service, people, model, zone }
  for (const agency of AGENCIES) await obey(world, { type: 'terms', agency, ...AGREED })
  const { status } = await people.hotel.call('PATCH', '/v1/panel/rooms/DBL', {
    body: { totalRooms: TYPES.DBL },
  })
  expect(status).toBe(200)
  const counted = await service.alfa.call('PUT', '/availability', { body: { updates } })
  expect(counted.status, counted.text).toBe(200)
  const setting = { agency: 'DELTA', roomCode: 'DBL', from: 0, days: NIGHTS } as const
  await obey(world, { type: 'set', settings: [{ ...setting, rooms: 2, releaseDays: 1 }] })
  return world
}

/** Checks that no act of anybody else lowers what an agency is sure of. */
function compareSure(
  before: Shown,
  after: Shown,
  { actor, today }: { actor: string; today: string },
): void {
  for (const [name, rooms] of before.sure) {
    if (name.startsWith(actor) || name.slice(-10) < today) continue
    expect(after.sure.get(name)!, `${name} by ${actor}`).toBeGreaterThanOrEqual(rooms)
  }
}

/** Acts that the credit judges. */
const JUDGED = ['book', 'group', 'change', 'reinstate', 'collect']

/** Checks that no act raises what is owed past the credit but by override, nor without active terms. */
function compareOwed(before: Shown, after: Shown, act: Command, { terms }: AllotmentModel): void {
  if (!JUDGED.includes(act.type) || ('override' in act && act.override)) return
  for (const agency of AGENCIES) {
    if (after.owed[agency] <= before.owed[agency]) continue
    const { active, creditLimitCents } = terms[agency]
    expect(active, agency).toBe(true)
    expect(after.owed[agency]).toBeLessThanOrEqual(creditLimitCents ?? after.owed[agency])
  }
}

test('through any history everybody takes what the rules say, no act of others lowers what an agency is sure of, and none raises what it owes past its credit (contract-agencies, *Allotment*, *Credit*)', async () => {
  let scene: Scene = await openHotel()
  const close = async () => {
    expect(await recountOwed(scene.service)).toEqual([])
    await scene.service[Symbol.asyncDispose]()
  }
  const commands = fc.array(command, { minLength: 10, maxLength: 24, size: 'max' })
  try {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), commands, async (restores, commands) => {
        if (scene.histories === HISTORIES) {
          await close()
          scene = await openHotel()
        }
        const world = await begin(scene, restores)
        scene.last = undefined
        let shown = await look(world, 0)
        for (const [turn, each] of commands.entries()) {
          const acts = countActs()
          const actor = await obey(world, each)
          if (countActs() === acts) continue
          const now = await look(world, turn + 1)
          if (actor) compareSure(shown, now, { actor, today: world.model.today })
          compareOwed(shown, now, each, world.model)
          shown = now
        }
        scene.last = world.model
      }),
      { numRuns: RUNS, examples: [[true, EVERY_KIND]], ...(SEED && { seed: Number(SEED) }) },
    )
  } finally {
    await close()
  }
  const sales = ['DELTA', 'ECHO', 'web', 'hotel', 'option', 'override', 'group', 'refused group']
  const refused = [
    'sold_out',
    'set_aside',
    'too_many_options',
    'credit_exceeded',
    'closed_for_sale',
  ]
  const changes = [
    'change',
    'sold_out',
    'closed_for_sale',
    'credit_exceeded',
    'terms_forbid_change',
  ]
  const ends = ['cancel', 'fee', 'noShow', 'confirm', 'reinstate', 'refused reinstatement']
  const money = ['pay', 'takeBack', 'collect', 'refused collect', 'terms']
  const acts = ['set', 'count', 'countBy', 'cap', 'midnight', 'tick']
  const kinds = [...sales, ...refused, ...ends, ...money, ...acts]
  kinds.push(...changes.map((name) => (name === 'change' ? name : `refused change: ${name}`)))
  expect(kinds.filter((name) => !done.has(name))).toEqual([])
}, 14_400_000)
