import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Day } from '../../../../client/call.ts'
import { keyOf, type Row } from '../model/days.ts'
import type { Step } from '../model/step.ts'

/** The new values of a cell, and its day when they were typed. */
type Awaited = Pick<Partial<Day>, 'priceCents' | 'available'> & { was: Day }

/** By row and date. */
type Pending = ReadonlyMap<string, Awaited>

/** The feed brings a change within this time, or everything is read again. */
const KEPT_MS = 2_500

/**
 * Shows typed values before the service has them, until they are read or refused. Changes by others show at once.
 */
export function usePending(rows: readonly Row[] | undefined) {
  const [pending, setPending] = useState<Pending>(new Map())
  const shown = useMemo(
    () => (pending.size > 0 ? rows?.map((row) => withAwaited(row, pending)) : rows),
    [rows, pending],
  )
  // A value that was read, or changed otherwise, is waited for no longer: the old one may come back.
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
  const clear = () => setPending(new Map())
  /** @param isDone false if it was refused: cells then show their stored values */
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
