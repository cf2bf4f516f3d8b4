import { useMemo, useRef, useState } from 'preact/hooks'
import { asProblem } from '../../lib/api.ts'
import { problemText, t } from '../../lib/i18n.ts'
import { session } from '../../lib/session.ts'
import { say } from '../../parts/toast.tsx'
import type { Step, Update } from './edit.ts'
import { type Refusal, type Sent, sendStep } from './send.ts'
import { feedEnd, placeOf, pushesSince } from './since.ts'

/** The last change: what takes it back, where the feed was before it, and its pushes. */
type Last = { updates: Update[]; cursor: string; pushIds: string[]; dismiss: () => void }

/** Ends of a call that leave open whether it was done. */
const DOUBTFUL: readonly unknown[] = ['offline', 'outcome_unknown']

/** What the calendar knows of changes under way and behind. */
export type Changes = ReturnType<typeof useChanges>

/** Sends changes, says what came of them and remembers how to take back the last one. */
export function useChanges(hotel: string, onChanged: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [last, setLast] = useState<Last>()
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [corrections, setCorrections] = useState<Refusal[]>([])
  const refused = useMemo(() => new Set(refusals.map(placeOf)), [refusals])
  const running = useRef(false)
  const doubtful = useRef<{ step: Step; cursor: string } | undefined>(undefined)

  const tell = (sent: Sent) => {
    setRefusals(sent.refusals)
    setCorrections(sent.corrections)
  }
  /** One at a time; what it throws is said. */
  const alone = async (act: () => Promise<boolean>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      return await act()
    } catch (error) {
      say(problemText(asProblem(error)), { tone: 'bad' })
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const run = (step: Step) =>
    alone(async () => {
      const { cursor, sent } = await sendOnce(step)
      tell(sent)
      if (sent.done > 0) {
        // An older offer to undo would take back this change, too.
        last?.dismiss()
        const { undo: updates, pushIds } = sent
        const next: Last = { updates, cursor, pushIds, dismiss: () => {} }
        const action = { text: t('action.undo'), run: () => takeBack(next) }
        next.dismiss = say(t('calendar.done', { count: sent.done }), { action })
        setLast(next)
      }
      if (sent.problem) say(problemText(sent.problem), { tone: 'bad' })
      if (sent.done > 0 || sent.refusals.length > 0) onChanged()
      return !sent.problem && sent.refusals.length === 0
    })
  /** A change whose answer was lost is looked for first: to add two rooms again would add four. */
  const sendOnce = async (step: Step): Promise<{ cursor: string; sent: Sent }> => {
    const doubt = doubtful.current
    const isAgain = doubt && JSON.stringify(doubt.step.updates) === JSON.stringify(step.updates)
    const cursor = isAgain ? doubt.cursor : await feedEnd(hotel)
    const found = isAgain ? await findSent(hotel, cursor, step) : undefined
    const sent = found ?? (await sendStep(hotel, step))
    doubtful.current = DOUBTFUL.includes(sent.problem?.code) ? { step, cursor } : undefined
    if (!doubtful.current) return { cursor, sent }
    const late = await findSent(hotel, cursor, step)
    if (late) doubtful.current = undefined
    return { cursor, sent: late ?? sent }
  }
  const takeBack = (change: Last) =>
    alone(async () => {
      change.dismiss()
      const { cursor, pushIds } = change
      const others = (await pushesSince(hotel, cursor)).filter(
        ({ pushId }) => !pushIds.includes(pushId ?? ''),
      )
      const theirs = new Set(others.flatMap(({ days }) => days.map(placeOf)))
      const updates = change.updates.filter((update) => !theirs.has(placeOf(update)))
      const kept = change.updates.length - updates.length
      const sent = await sendStep(hotel, { updates, undo: [] })
      tell(sent)
      if (kept > 0) say(t('calendar.undoKept', { count: kept }), { tone: 'bad' })
      if (sent.done > 0) say(t('calendar.undone', { count: sent.done }))
      if (sent.problem) say(problemText(sent.problem), { tone: 'bad' })
      else setLast(undefined)
      if (sent.done > 0 || kept > 0) onChanged()
      return !sent.problem
    })
  return {
    run,
    undo: () => last && takeBack(last),
    canUndo: last !== undefined,
    isBusy,
    refusals,
    corrections,
    refused,
  }
}

/** What came of a change by the hotel's feed, for its answer was lost; undefined when none of it was applied. */
async function findSent(hotel: string, cursor: string, step: Step): Promise<Sent | undefined> {
  const now = session.get()
  const userId = now.status === 'in' ? now.user.id : undefined
  const places = new Set(step.updates.map(placeOf))
  // Not what the same person has changed elsewhere meanwhile.
  const pushes = (await pushesSince(hotel, cursor)).filter(
    ({ actor, days }) => actor.id === userId && days.every((day) => places.has(placeOf(day))),
  )
  if (pushes.length === 0) return undefined
  const done = new Set(pushes.flatMap(({ days }) => days.map(placeOf)))
  return {
    done: done.size,
    undo: step.undo.filter((update) => done.has(placeOf(update))),
    pushIds: pushes.map(({ pushId }) => pushId ?? ''),
    refusals: [],
    corrections: [],
  }
}
