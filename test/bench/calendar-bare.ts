import type { Availability, Day, RoomType } from '../../src/client/call.ts'
import { amount } from '../../src/panel/lib/format.ts'
import { cellWords, stateOf } from '../../src/panel/views/calendar/grid/words.ts'
import { isWeekend } from '../../src/panel/views/calendar/model/days.ts'

type Cell = { element: HTMLElement; count: HTMLElement; price: HTMLElement }

const prices = new Map<number, string>()
const words = cellWords('TRY')
let cells: Cell[][] = []

/** The same grid, made and kept by nothing but the DOM. */
export function drawBare(box: HTMLElement, rooms: readonly RoomType[], answer: Availability): void {
  const scroller = add(box, 'div', 'grid-box')
  const grid = add(scroller, 'div', 'grid')
  const heads = add(grid, 'div', 'row heads')
  add(heads, 'div', 'corner')
  for (const { date } of answer.rooms[0]!.days) add(heads, 'div', 'head').textContent = date
  cells = answer.rooms.map(({ days }, index) => {
    const row = add(grid, 'div', 'row')
    add(add(row, 'div', 'room'), 'span', 'name').textContent = rooms[index]!.name
    return days.map(() => {
      const element = add(row, 'div', 'cell')
      return { element, count: add(element, 'b'), price: add(element, 'i') }
    })
  })
  updateBare(answer)
}

/** Writes every cell. */
export function updateBare({ rooms }: Availability): void {
  for (const [row, { days }] of rooms.entries())
    for (const [col, day] of days.entries()) write(cells[row]![col]!, day)
}

function write({ element, count, price }: Cell, day: Day): void {
  const state = stateOf(day)
  element.className = `cell ${state}${isWeekend(day.date) ? ' weekend' : ''}`
  count.textContent = words.left(day)
  price.textContent = priceText(day.priceCents)
}

function priceText(cents: number): string {
  let text = prices.get(cents)
  if (text === undefined) {
    text = amount(cents, 'TRY')
    prices.set(cents, text)
  }
  return text
}

function add(parent: HTMLElement, name: string, look = ''): HTMLElement {
  const element = parent.appendChild(document.createElement(name))
  element.className = look
  return element
}
