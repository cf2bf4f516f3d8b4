import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Day } from '../../../lib/types.ts'
import { keyOf, type Row } from '../model/days.ts'
import type { Step } from '../model/step.ts'

/** What a cell will have, and what it had when that was typed. */
type Awaited = Pick<Partial<Day>, 'priceCents' | 'available'> & { was: Day }

/** By row, then by date. */
type Pending = ReadonlyMap<string, ReadonlyMap<string, Awaited>>

/** The feed brings what was done within this time, or everything is read anew. */
const KEPT_MS = 2_500

/**
 * Shows what was typed before the service has it, until it shows by itself, or was refused. What others have changed
 * since shows at once.
 */
export function usePending(rows: readonly Row[] | undefined) {
  const [pending, setPending] = useState<Pending>(new Map())
  const shown = useMemo(
    () => (rows && pending.size > 0 ? rows.map((row) => withAwaited(row, pending)) : rows),
    [rows, pending],
  )
  // What has come, or was changed otherwise, is waited for no more: it may become what it was again.
  useEffect(() => setPending((now) => stillAwaited(now, rows ?? [])), [rows])
  const show = ({ updates }: Step) =>
    setPending((now) => {
      const next = new Map(now)
      for (const { date, roomCode, ...update } of updates) {
        const rateCode = 'rateCode' in update ? update.rateCode : undefined
        const key = rateCode === undefined ? roomCode : `${roomCode} ${rateCode}`
        const was = rows?.find((row) => keyOf(row) === key)?.days.find((day) => day.date === date)
        const { priceCents, available } = { available: undefined, ...update }
        if (!was || (priceCents ?? available) === undefined) continue
        const awaited = {
          was,
          ...(typeof priceCents === 'number' && { priceCents }),
          ...(available !== undefined && { available }),
        }
        next.set(key, new Map(next.get(key)).set(date, awaited))
      }
      return next
    })
  /** @param isDone whether it was; the place of what was refused shows what there is */
  const clear = () => setPending(new Map())
  const end = (isDone: boolean) => {
    if (isDone) setTimeout(clear, KEPT_MS)
    else clear()
  }
  return { shown, show, end, clear }
}

function withAwaited(row: Row, pending: Pending): Row {
  const awaited = pending.get(keyOf(row))
  if (!awaited) return row
  return {
    ...row,
    days: row.days.map((day) => {
      const { was, ...values } = awaited.get(day.date) ?? {}
      return was && isAsItWas(was, day) ? { ...day, ...values } : day
    }),
  }
}

function stillAwaited(pending: Pending, rows: readonly Row[]): Pending {
  if (pending.size === 0) return pending
  const next = new Map<string, Map<string, Awaited>>()
  for (const row of rows) {
    const key = keyOf(row)
    const awaited = pending.get(key)
    if (!awaited) continue
    const days = row.days.flatMap((day) => {
      const each = awaited.get(day.date)
      return each && isAsItWas(each.was, day) ? [[day.date, each] as const] : []
    })
    if (days.length > 0) next.set(key, new Map(days))
  }
  return next
}

const isAsItWas = (was: Day, day: Day): boolean =>
  was.priceCents === day.priceCents && was.available === day.available
