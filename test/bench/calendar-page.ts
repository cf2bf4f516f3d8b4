import { h, render } from 'preact'
import type { Availability, RoomType } from '../../src/client/call.ts'
import { startLanguage } from '../../src/panel/lib/i18n.ts'
import { Grid } from '../../src/panel/views/calendar/grid/grid.tsx'
import { type Row, rowsOf } from '../../src/panel/views/calendar/model/days.ts'
import { drawBare, updateBare } from './calendar-bare.ts'
import { daysOfRound, FROM, ROOM_TYPES } from './calendar-data.ts'

/** What `row-calendar.ts` calls in the browser; each answers how long it took, laid out, in milliseconds. */
export type CalendarBench = { panel: (round: number) => number; bare: (round: number) => number }

const rooms = Array.from(
  { length: ROOM_TYPES },
  (_, index) => ({ roomCode: `R${index}`, name: `Room type ${index}`, totalRooms: 20 }) as RoomType,
)
let rows: Row[] = []

function drawPanel(answer: Availability): void {
  rows = rowsOf(answer, rooms, rows)
  const ignore = () => {}
  const grid = h(Grid, {
    rows,
    dates: answer.rooms[0]!.days.map(({ date }) => date),
    currency: 'TRY',
    today: FROM,
    selection: undefined,
    marks: new Map(),
    isExtending: false,
    open: new Set<string>(),
    onFold: ignore,
    onSelect: ignore,
    onPick: ignore,
    onKey: () => false,
    onEdit: ignore,
    onCopy: ignore,
    onPaste: ignore,
  })
  render(grid, document.querySelector('#panel')!)
}

function timeUpdate(box: string, update: () => void): number {
  const startMs = performance.now()
  update()
  document.querySelector(`${box} .grid-box`)!.getBoundingClientRect()
  return performance.now() - startMs
}

async function start(): Promise<void> {
  await startLanguage()
  drawPanel(daysOfRound(0))
  drawBare(document.querySelector('#bare')!, rooms, daysOfRound(0))
  const bench: CalendarBench = {
    panel(round) {
      const answer = daysOfRound(round)
      return timeUpdate('#panel', () => drawPanel(answer))
    },
    bare(round) {
      const answer = daysOfRound(round)
      return timeUpdate('#bare', () => updateBare(answer))
    },
  }
  Object.assign(globalThis, { bench })
}

start().catch((error) => {
  document.title = String(error)
})
