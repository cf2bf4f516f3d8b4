import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { obey } from '../support/allotment-acts.ts'
import { command } from '../support/allotment-commands.ts'
import { AGENCIES, AllotmentModel, COUNTED, NIGHTS, TYPES } from '../support/allotment-model.ts'
import { dateIn, done, pass, type World, ZONES } from '../support/allotment-world.ts'
import { startWithAgencies } from '../support/allotments.ts'
import { addDay } from '../support/bookings.ts'
import { rounds } from '../support/rounds.ts'
import { signInAgain } from '../support/staff.ts'

// Histories of allotments in five time zones against rules written anew (contract-agencies, *Allotment*).

/** Histories of one hotel, each with nights of its own. */
const HISTORIES = 40
const DAY_MS = 86_400_000
const RUNS = Number(process.env.HISTORIES ?? rounds(120))
/** Runs in which every kind of act is done. */
const ALL_DONE_RUNS = 100

type Scene = Awaited<ReturnType<typeof openHotel>>

async function openHotel() {
  const scene = await startWithAgencies({
    rooms: Object.entries(TYPES).map(([roomCode, totalRooms]) => ({
      ...{ roomCode, totalRooms, maxAdults: 9, maxOccupancy: 9 },
    })),
  })
  const { manager, agent, echoAgent, admin } = scene.staff
  for (const code of AGENCIES)
    await admin.call('PATCH', `/v1/admin/agencies/${code}`, { body: { optionDays: 10 } })
  return { ...scene, people: { hotel: manager, DELTA: agent, ECHO: echoAgent }, histories: 0 }
}

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
  const model = new AllotmentModel(addDay(today, 2), restores)
  model.today = today
  const updates = [...model.cells.keys()].map((cell) => ({
    ...{ roomCode: cell.slice(0, 3), date: cell.slice(4) },
    ...{ available: COUNTED, priceCents: 10_000, closed: false },
  }))
  const world = { service, people, model, zone, stopped: { DELTA: false, ECHO: false } }
  for (const agency of AGENCIES)
    await obey(world, { type: 'terms', agency, stopSale: false, active: true })
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

/** Rooms that agencies are sure of, by agency and cell. */
type Sure = Map<string, number>

/** Compares what the hotel is shown with the rules, and that nobody is shut out. @returns what agencies are sure of */
async function look({ people, model }: World): Promise<Sure> {
  const range = `from=${model.date(0)}&to=${model.date(NIGHTS - 1)}`
  const { body } = await people.hotel.call('GET', `/v1/panel/allotments?${range}`)
  const sure: Sure = new Map()
  const isAhead = ({ date }: { date: string }) => date >= model.today
  for (const each of body.allotments.filter(isAhead)) {
    const { agencyCode: agency, roomCode, date, ...shown } = each
    const cell = `${roomCode} ${date}`
    expect(shown, `${agency} ${cell}`).toEqual({
      ...model.allotments.get(`${agency} ${cell}`),
      drawn: model.drawn(agency, cell),
      ownLeft: model.ownLeft(agency, cell),
      released: model.isReleased(agency, cell),
      sureOf: model.sureOf(agency, cell),
    })
    sure.set(`${agency} ${cell}`, shown.sureOf)
  }
  expect(sure.size).toBe(
    [...model.allotments.keys()].filter((name) => isAheadOf(model, name)).length,
  )
  for (const { roomCode, date, available, free, setAside } of body.nights.filter(isAhead)) {
    const cell = `${roomCode} ${date}`
    const expected = [model.cells.get(cell)!.available, model.free(cell), model.setAside(cell)]
    expect([available, free, setAside], cell).toEqual(expected)
    // A night that has rooms shuts nobody out: everybody may take one, or an agency its own.
    const most = Math.max(
      ...(['web', ...AGENCIES] as const).map((who) => model.takeable(who, cell)),
    )
    expect(most > 0, cell).toBe(available > 0)
  }
  return sure
}

const isAheadOf = ({ today }: AllotmentModel, name: string) => name.slice(-10) >= today

/** A guest, and each agency, is shown on the hotel's page what they may take of a night, no more and no less. */
async function lookAtPage(world: World, turn: number): Promise<void> {
  const { service, people, model, stopped } = world
  const cells = model.ahead()
  const cell = cells[turn % Math.max(1, cells.length)]
  if (!cell) return
  const who = (['web', ...AGENCIES] as const)[turn % 3]!
  const { call } = who === 'web' ? service : people[who]
  const [roomCode, date] = [cell.slice(0, 3), cell.slice(4)]
  const { body } = await call(
    'GET',
    `/v1/hotels/alfa?checkin=${date}&checkout=${addDay(date, 1)}&adults=1`,
  )
  const shown = body.rooms.find((room: any) => room.roomCode === roomCode).quote?.available ?? 0
  const isStopped = who !== 'web' && stopped[who]
  expect([who, cell, shown]).toEqual([who, cell, isStopped ? 0 : model.takeable(who, cell)])
}

/** Checks that no act of anybody else lowers what an agency is sure of. */
function compare(before: Sure, after: Sure, actor: string, { today }: AllotmentModel): void {
  for (const [name, rooms] of before) {
    if (name.startsWith(actor) || name.slice(-10) < today) continue
    expect(after.get(name)!, `${name} by ${actor}`).toBeGreaterThanOrEqual(rooms)
  }
}

test('through any history everybody takes what the rules say, and no act of others lowers what an agency is sure of (contract-agencies, *Allotment*)', async () => {
  let scene = await openHotel()
  const commands = fc.array(command, { minLength: 10, maxLength: 24, size: 'max' })
  try {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), commands, async (restores, commands) => {
        if (scene.histories === HISTORIES) {
          await scene.service[Symbol.asyncDispose]()
          scene = await openHotel()
        }
        const world = await begin(scene, restores)
        let sure = await look(world)
        for (const [turn, each] of commands.entries()) {
          const actor = await obey(world, each)
          const now = await look(world)
          if (actor) compare(sure, now, actor, world.model)
          sure = now
          await lookAtPage(world, turn)
        }
      }),
      { numRuns: RUNS },
    )
  } finally {
    await scene.service[Symbol.asyncDispose]()
  }
  if (RUNS < ALL_DONE_RUNS) return
  const sales = ['DELTA', 'ECHO', 'web', 'hotel', 'option', 'override', 'group', 'refused group']
  const refused = ['sold_out', 'set_aside', 'too_many_options', 'refused reinstatement']
  const acts = ['set', 'change', 'cancel', 'confirm', 'noShow', 'reinstate', 'count', 'countBy']
  const rest = ['cap', 'terms', 'midnight', 'tick']
  expect([...sales, ...refused, ...acts, ...rest].filter((name) => !done.has(name))).toEqual([])
}, 14_400_000)
