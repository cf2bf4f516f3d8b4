import { useEffect, useRef, useState } from 'preact/hooks'
import type { Refusal } from '../change/send.ts'
import { boundsOf, type Row, type Selection, weekdayOf } from '../model/days.ts'

/**
 * The days as somebody saw them who began to type a price: a change is meant for those prices, not for what others set
 * while it was typed. After a refusal, which tells of that, they are seen anew.
 *
 * @param refusals what came of the newest change
 */
export function useSeen(rows: readonly Row[], refusals: readonly Refusal[]) {
  const [seen, setSeen] = useState(rows)
  const isReading = useRef(false)
  useEffect(() => {
    if (refusals.length > 0) setSeen(rows)
    isReading.current = refusals.some(({ code }) => code === 'price_changed')
  }, [refusals])
  useEffect(() => {
    // What is read after a refusal shows why; days and those of rates are read one after the other.
    if (!isReading.current || !isOther(seen, rows)) return
    setSeen(rows)
    isReading.current = false
  }, [rows])
  const look = () => {
    isReading.current = false
    setSeen(rows)
  }
  return { seen, look }
}

/** Whether any price is another than was seen. */
const isOther = (seen: readonly Row[], rows: readonly Row[]): boolean =>
  rows.some(({ days }, row) =>
    days.some(({ priceCents }, col) => priceCents !== seen[row]?.days[col]?.priceCents),
  )

/** The days selected that are meant and have another price than was seen. */
export function movedSince(
  seen: readonly Row[],
  rows: readonly Row[],
  selection: Selection,
  weekdays: ReadonlySet<number>,
): { roomCode: string; date: string }[] {
  const { top, bottom, left, right } = boundsOf(selection)
  return rows.slice(top, bottom + 1).flatMap(({ room, days }, index) => {
    const before = seen[top + index]!.days
    return days
      .slice(left, right + 1)
      .filter((day, col) => day.priceCents !== before[left + col]!.priceCents)
      .filter(({ date }) => weekdays.has(weekdayOf(date)))
      .map(({ date }) => ({ roomCode: room.roomCode, date }))
  })
}
