import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Day } from '../../../../client/call.ts'
import { keyOf, type Row } from '../model/days.ts'
import type { Step } from '../model/step.ts'

/** What a cell will have, and what it had when that was typed. */
type Awaited = Pick<Partial<Day>, 'priceCents' | 'available'> & { was: Day }

/** By row and date. */
type Pending = ReadonlyMap<string, Awaited>

/** The feed brings what was done within this time, or everything is read anew. */
const KEPT_MS = 2_500

/**
 * Shows what was typed before the service has it, until it shows by itself, or was refused. What others have changed
 * since shows at once.
 */
export function usePending(rows: readonly Row[] | undefined) {
  const [pending, setPending] = useState<Pending>(new Map())
  const shown = useMemo(
    () => (pending.size > 0 ? rows?.map((row) => withAwaited(row, pending)) : rows),
    [rows, pending],
  )
  // What has come, or was changed otherwise, is waited for no more: it may become what it was again.
  useEffect(() => {
    if (pending.size === 0) return
    const days = daysOf(rows)
    setPending((now) => new Map([...now].filter(([key, { was }]) => isAsItWas(was, days.get(key)))))
  }, [rows])
  const show = ({ updates }: Step) =>
    setPending((now) => {
      const next = new Map(now)
      const days = daysOf(rows)
      for (const update of updates) {
        const { roomCode, date, rateCode, priceCents, available } = update
        const key = [roomCode, rateCode, date].filter(Boolean).join(' ')
        const was = days.get(key)
        if (!was || (priceCents ?? available) === undefined) continue
        next.set(key, {
          was,
          ...(typeof priceCents === 'number' && { priceCents }),
          ...(available !== undefined && { available }),
        })
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

const daysOf = (rows: readonly Row[] = []) =>
  new Map(rows.flatMap((row) => row.days.map((day) => [placeOf(row, day), day] as const)))

const placeOf = (row: Row, { date }: Day) => `${keyOf(row)} ${date}`

function withAwaited(row: Row, pending: Pending): Row {
  const days = row.days.map((day) => {
    const { was, ...values } = pending.get(placeOf(row, day)) ?? {}
    return isAsItWas(was, day) ? { ...day, ...values } : day
  })
  return days.every((day, col) => day === row.days[col]) ? row : { ...row, days }
}

const isAsItWas = (was: Day | undefined, day: Day | undefined): boolean =>
  was !== undefined && was.priceCents === day?.priceCents && was.available === day.available
