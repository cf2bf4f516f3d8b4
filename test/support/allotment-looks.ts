import { expect } from 'bun:test'
import { owedBy } from './allotment-credit.ts'
import { AGENCIES, type AgencyCode, type AllotmentModel, NIGHTS } from './allotment-model.ts'
import type { World } from './allotment-world.ts'
import { addDay } from './bookings.ts'
import type { TestUser } from './users.ts'

// Answers to hotel, agencies and guests in histories of allotments, compared with the rules.

type Owed = Record<AgencyCode, number>

/** Figures shown to the hotel: rooms that agencies are sure of, by agency and cell, and sums that they owe. */
export type Shown = { sure: Map<string, number>; owed: Owed }

/**
 * Compares what the hotel, a guest and each agency are shown with the rules, and that nobody is shut out.
 *
 * @param turn says who looks at which night on the hotel's page
 */
export async function look(world: World, turn: number): Promise<Shown> {
  const { people, model } = world
  const range = `from=${model.date(0)}&to=${model.date(NIGHTS - 1)}`
  const [{ body }, owed] = await Promise.all([
    people.hotel.call('GET', `/v1/panel/allotments?${range}`),
    readOwed(people.hotel),
    lookAtPage(world, turn),
    lookAtTerms(world, turn),
  ])
  expect(owed).toEqual({ DELTA: owedBy(model, 'DELTA'), ECHO: owedBy(model, 'ECHO') })
  return { sure: checkNights(model, body), owed }
}

/** Compares nights and allotments as shown with the rules. @returns the rooms that agencies are sure of */
function checkNights(model: AllotmentModel, body: any): Shown['sure'] {
  const sure: Shown['sure'] = new Map()
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
  const names = [...model.allotments.keys()].filter((name) => name.slice(-10) >= model.today)
  expect(sure.size).toBe(names.length)
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

/** A guest, and each agency, is shown on the hotel's page what they may take of a night, no more and no less. */
async function lookAtPage({ service, people, model }: World, turn: number): Promise<void> {
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
  expect([who, cell, shown]).toEqual([
    who,
    cell,
    model.isStopped(who) ? 0 : model.takeable(who, cell),
  ])
}

/** An agency is told what it owes. */
async function lookAtTerms({ people, model }: World, turn: number): Promise<void> {
  const agency = AGENCIES[turn % 4]
  if (!agency) return
  const { body } = await people[agency].call('GET', '/v1/acenta/terms')
  expect(body.items[0].owedCents).toBe(owedBy(model, agency))
}

/** Reads the sums that the agencies owe, as the hotel is shown them. */
export async function readOwed({ call }: TestUser): Promise<Owed> {
  const { body } = await call('GET', '/v1/panel/agencies')
  const owed = (code: string) =>
    body.items.find(({ agencyCode }: any) => agencyCode === code).terms?.owedCents ?? 0
  return { DELTA: owed('DELTA'), ECHO: owed('ECHO') }
}
