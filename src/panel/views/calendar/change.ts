import { useMemo, useRef, useState } from 'preact/hooks'
import { asProblem } from '../../lib/api.ts'
import { problemText, t } from '../../lib/i18n.ts'
import type { Live } from '../../lib/live.ts'
import { say } from '../../parts/toast.tsx'
import type { AnyStep, RateUpdate, Step, Update } from './edit.ts'
import { isOfRates, type Refusal, type Sent, sendStep } from './send.ts'
import { changesSince, dayKey, feedEnd, isOwn, type PushChange } from './since.ts'
import { takenBack } from './take-back.ts'

/** The last change: what takes it back, the place of the feed that the days were shown at, and its pushes. */
type Last = {
  updates: (Update | RateUpdate)[]
  cursor: string
  pushIds: string[]
  dismiss: () => void
}

/** Ends of a call that leave open whether it was done. */
const DOUBTFUL: readonly unknown[] = ['offline', 'outcome_unknown']

/** When the feed has not moved for so long after a change, it is held up on its way. */
const TOLD_WITHIN_MS = 2_000

/** What the calendar knows of changes under way and behind. */
export type Changes = ReturnType<typeof useChanges>

/** What is shown: `place` is the one of the feed up to which everything is in it. */
type Screen = { reload: () => void; place: { readonly current: string | undefined } }

/** Sends changes, says what came of them and remembers how to take back the last one. */
export function useChanges(hotel: string, live: Live, { reload, place }: Screen) {
  const { isBusy, alone } = useAlone()
  const sendOnce = useSending(hotel, live)
  const [last, setLast] = useState<Last>()
  const [rounds, setRounds] = useState(0)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [corrections, setCorrections] = useState<Refusal[]>([])
  const refused = useMemo(() => new Set(refusals.map(dayKey)), [refusals])

  const told = useRef(0)
  const tell = (sent: Sent) => {
    if (!sent.problem || isOutdated(sent)) told.current++
    setRefusals(sent.refusals)
    setCorrections(sent.corrections)
  }
  const show = showingBy(live, reload)
  const remember = ({ undo }: AnyStep, cursor: string, sent: Sent) => {
    // An older offer to undo would take back this change, too.
    last?.dismiss()
    const count = sent.done
    setRounds((now) => now + 1)
    if (!undo) {
      // Nor is one before it taken back in its place.
      setLast(undefined)
      return say(t('calendar.doneForGood', { count }))
    }
    const { undo: updates, pushIds } = sent
    const next: Last = { updates, cursor, pushIds, dismiss: () => {} }
    const action = { text: t('action.undo'), run: () => takeBack(next) }
    next.dismiss = say(t('calendar.done', { count }), { action })
    return setLast(next)
  }
  const run = (step: AnyStep) =>
    alone(async () => {
      const shown = place.current
      const { cursor, sent } = await sendOnce(step)
      tell(sent)
      if (sent.done > 0) remember(step, shown ?? cursor, sent)
      if (sent.problem) say(problemText(sent.problem), { tone: 'bad' })
      const isOthers = sent.refusals.length > 0 || isOutdated(sent)
      if (sent.done > 0 || isOthers) show(cursor, isOthers)
      return !sent.problem && sent.refusals.length === 0
    })
  const takeBack = (change: Last) =>
    alone(async () => {
      change.dismiss()
      const { cursor, pushIds } = change
      const before = live.cursor() ?? cursor
      const updates = takenBack(change.updates, pushIds, await changesSince(hotel, cursor))
      const kept = change.updates.length - updates.length
      const sent = await sendStep(hotel, { updates } as AnyStep)
      tell(sent)
      if (kept > 0) say(t('calendar.undoKept', { count: kept }), { tone: 'bad' })
      if (sent.done > 0) say(t('calendar.undone', { count: sent.done }))
      if (sent.problem) say(problemText(sent.problem), { tone: 'bad' })
      else setLast(undefined)
      setRounds((now) => now + 1)
      if (sent.done > 0 || kept > 0) show(before, kept > 0)
      return !sent.problem
    })
  return {
    run,
    undo: () => last && takeBack(last),
    canUndo: last !== undefined,
    isBusy,
    /** How often something was changed from here. */
    rounds,
    refusals,
    corrections,
    refused,
    place,
    /** How often the service has said what became of a change. */
    told,
  }
}

/** Whether a change was refused because the place of the feed that it was made at is none any more. */
const isOutdated = ({ problem }: Sent) => problem?.code.startsWith('cursor')

/** What was changed comes with the feed when that can be read, from where it was before; else all is read again. */
const showingBy =
  (live: Live, reload: () => void) => (before: string, isOthers: boolean | undefined) => {
    // What is told of others says up to where they are read.
    live.hurry()
    if (isOthers || live.cursor() === undefined) return reload()
    setTimeout(() => live.cursor() === before && reload(), TOLD_WITHIN_MS)
  }

/** Runs one thing at a time; what it throws is said. */
function useAlone() {
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
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
  return { isBusy, alone }
}

/** Sends a change; one whose answer was lost is looked for first: to add two rooms again would add four. */
function useSending(hotel: string, live: Live) {
  /** Pushes that were answered: none of them is what became of a later one. */
  const answered = useRef(new Set<string>())
  const doubtful = useRef<{ step: AnyStep; cursor: string } | undefined>(undefined)
  return async (step: AnyStep): Promise<{ cursor: string; sent: Sent }> => {
    // What is set of a rate is the same when it is set again: nothing need be looked for.
    if (isOfRates(step))
      return { cursor: live.cursor() ?? (await feedEnd(hotel)), sent: await sendStep(hotel, step) }
    const doubt = doubtful.current
    const isAgain = doubt && JSON.stringify(doubt.step.updates) === JSON.stringify(step.updates)
    const cursor = isAgain ? doubt.cursor : (live.cursor() ?? (await feedEnd(hotel)))
    const find = () => findSent(hotel, cursor, step, answered.current)
    const found = isAgain ? await find() : undefined
    const sent = found ?? (await sendStep(hotel, step))
    for (const pushId of sent.pushIds) answered.current.add(pushId)
    doubtful.current = DOUBTFUL.includes(sent.problem?.code) ? { step, cursor } : undefined
    if (!doubtful.current) return { cursor, sent }
    const late = await find()
    if (late) doubtful.current = undefined
    return { cursor, sent: late ?? sent }
  }
}

/** What came of a change by the hotel's feed, for its answer was lost; undefined when none of it was applied. */
async function findSent(
  hotel: string,
  cursor: string,
  step: AnyStep,
  answered: ReadonlySet<string>,
): Promise<Sent | undefined> {
  const places = new Set(step.updates.map(dayKey))
  // Not what the same person has changed elsewhere meanwhile.
  const pushes = (await changesSince(hotel, cursor)).filter(
    (change): change is PushChange =>
      change.type !== 'booking' &&
      isOwn(change) &&
      !answered.has(change.pushId ?? '') &&
      change.days.every((day) => places.has(dayKey(day))),
  )
  if (pushes.length === 0) return undefined
  const done = new Set(pushes.flatMap(({ days }) => days.map(dayKey)))
  return {
    done: done.size,
    undo: (step as Step).undo!.filter((update) => done.has(dayKey(update))),
    pushIds: pushes.map(({ pushId }) => pushId ?? ''),
    refusals: [],
    corrections: [],
  }
}
