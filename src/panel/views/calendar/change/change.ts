import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { asProblem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import type { Live } from '../../../lib/live.ts'
import { useStore } from '../../../lib/store.ts'
import { say, sayWrong } from '../../../parts/toast.tsx'
import { changesSince } from '../model/since.ts'
import type { Step, Update } from '../model/step.ts'
import { takenBack } from '../model/take-back.ts'
import { type Marks, marksOf } from './marks.ts'
import { nothingSent, type Refusal, type Sent, sendStep } from './send.ts'
import { sendOnce } from './sending.ts'
import { type Done, forget, keep, madeHere, nothing, ownerOf } from './undo.ts'
import { hold, jumps, markJumps, stepsOf, unsaved } from './unsaved.ts'

/** When the feed has not moved for so long after a change, it is held up on its way. */
const TOLD_WITHIN_MS = 2_000

/** What the calendar knows of changes under way and behind. */
export type Changes = ReturnType<typeof useChanges>

/** What is shown: `place` is the one of the feed up to which everything is in it. */
type Screen = {
  reload: () => void
  place: { readonly current: string | undefined }
  /** Shows nothing any more that is yet to come. */
  clear: () => void
}

/** Sends changes, says what came of them and remembers how to take them back. */
export function useChanges(hotel: string, live: Live, { reload, place, clear }: Screen) {
  const { isBusy, alone, inTurn } = useTurns()
  const owner = ownerOf(hotel)
  const done = useStore(madeHere).filter(({ of }) => of === owner)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [corrections, setCorrections] = useState<Refusal[]>([])
  const all = useStore(unsaved)
  const left = [...all.values()].filter(({ of }) => of === owner)
  const [asked, typed] = [true, false].map((which) =>
    left.filter(({ isAsked }) => isAsked === which).map(({ update }) => update),
  ) as [Update[], Update[]]
  const moved = useStore(jumps)
  const marks: Marks = useMemo(
    () => marksOf({ owner, refused: [...refusals, ...typed], asked, moved }),
    [owner, refusals, all, moved],
  )

  const told = useRef(0)
  const tell = (sent: Sent) => {
    if (!sent.problem || isOutdated(sent)) told.current++
    setRefusals(sent.refusals)
    setCorrections(sent.corrections)
  }
  const show = showingBy(live, reload)
  const remember = ({ undo }: Step, cursor: string, sent: Sent, isQuiet: boolean) => {
    const mine = () => madeHere.get().filter(({ of }) => of === owner)
    // An older offer to undo would take back this change, too.
    for (const each of mine()) each.dismiss()
    const text = doneText(sent.done)
    if (!undo) {
      // Nor are those before it taken back in its place.
      forget(owner)
      return say(`${text} ${t('calendar.doneForGood')}`)
    }
    const { undo: updates, pushIds } = sent
    const next: Done = { of: owner, updates, cursor, pushIds, dismiss: () => {} }
    const action = { text: t('action.undo'), run: () => takeBack() }
    if (!isQuiet) next.dismiss = say(text, { action })
    return keep(next)
  }
  const drop = (updates: Update[]) => hold(owner, { updates }, () => true)
  const send = async (step: Step, isQuiet: boolean, isTyped = false) => {
    const shown = place.current
    const { cursor, sent } = await sendOnce(hotel, live, step).catch((error) => ({
      cursor: '',
      sent: { ...nothingSent(), problem: asProblem(error) },
    }))
    tell(sent)
    markJumps(owner, sent.done)
    if (isTyped) hold(owner, step, (update) => !sent.problem || sent.done.includes(update))
    // What was typed there before is past.
    else drop(sent.done)
    const isWhole = !sent.problem && sent.refusals.length === 0
    // Whoever has left the calendar meanwhile does not see what it tells.
    if (!isWhole && !document.querySelector('.calendar')) sayWrong(t('calendar.missed'))
    else if (sent.problem) sayWrong(sent.problem)
    if (sent.done.length > 0) remember(step, shown ?? cursor, sent, isQuiet)
    const isOthers = sent.refusals.length > 0 || isOutdated(sent)
    if (sent.done.length > 0 || isOthers) show(cursor, isOthers)
    return isWhole
  }
  const takeBack = () =>
    inTurn(async () => {
      const last = madeHere.get().findLast(({ of }) => of === owner)
      if (!last) return false
      last.dismiss()
      clear()
      const { cursor, pushIds } = last
      const before = live.cursor() ?? cursor
      const changes = await changesSince(hotel, cursor)
      const updates = takenBack(last.updates, pushIds, changes, nothing)
      const kept = last.updates.length - updates.length
      const sent = await sendStep(hotel, { updates })
      tell(sent)
      if (kept > 0) sayWrong(t('calendar.undoKept', { count: kept }))
      if (sent.done.length > 0) say(t('calendar.undone', { count: sent.done.length }))
      if (sent.problem) sayWrong(sent.problem)
      else forget(last)
      if (!sent.problem && kept + sent.refusals.length === 0)
        for (const pushId of [...pushIds, ...sent.pushIds]) nothing.add(pushId)
      if (sent.done.length > 0 || kept > 0) show(before, kept > 0)
      return !sent.problem
    })
  useUndoKey(takeBack)
  useReminder(owner)
  const enter = (step: Step, isQuiet: boolean) => inTurn(() => send(step, isQuiet, true))
  return {
    /** Does nothing while something else is under way: what is pressed twice is done once. */
    run: (step: Step) => alone(() => send(step, false)),
    /** Does it after what is under way; `isQuiet`: without a word, for what is typed cell after cell. */
    enter,
    /** What was typed and is not saved. */
    unsaved: typed,
    /** Prices that were warned of and wait in their cells for an Enter. */
    asked,
    /** Keeps a price that was warned of and not confirmed. */
    ask: (step: Step) => hold(owner, step, () => false, true),
    drop,
    retry: () => {
      for (const step of stepsOf(left.filter(({ isAsked }) => !isAsked)))
        enter(step, false).catch(sayWrong)
    },
    undo: takeBack,
    canUndo: done.length > 0,
    isBusy,
    refusals,
    corrections,
    marks,
    place,
    /** How often the service has said what became of a change. */
    told,
  }
}

let dismissReminder = () => {}

/** Says on the page that is gone to that a price waits in the calendar; whoever comes back sees it there. */
function useReminder(owner: string): void {
  useEffect(() => {
    dismissReminder()
    return () =>
      // The field that goes with the page leaves its text after this.
      queueMicrotask(() => {
        const isLeft = [...unsaved.get().values()].some(
          ({ of, isAsked }) => isAsked && of === owner,
        )
        if (isLeft) dismissReminder = sayWrong(t('calendar.missed'))
      })
  }, [owner])
}

/** How much was changed: days of one room type, or nights of several. */
function doneText(done: readonly Update[]): string {
  const rooms = new Set(done.map(({ roomCode }) => roomCode)).size
  const nights = new Set(done.map(({ date }) => date)).size
  const days = new Set(done.map(({ roomCode, date }) => `${roomCode} ${date}`)).size
  return rooms > 1 && days === rooms * nights
    ? t('calendar.doneMany', { nights: t('bookings.nights', { count: nights }), count: rooms })
    : t('calendar.done', { count: days })
}

/** Takes the newest change back at Ctrl+Z, wherever the focus is but in a text that has something to take back itself. */
function useUndoKey(undo: () => void): void {
  const newest = useRef(undo)
  newest.current = undo
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
      if (!isUndo || event.shiftKey || event.altKey || hasText(event.target)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      newest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const hasText = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement && target.value !== '') ||
  target instanceof HTMLTextAreaElement

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
function useTurns() {
  const [waiting, setWaiting] = useState(0)
  const count = useRef(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = (act: () => Promise<boolean>): Promise<boolean> => {
    setWaiting(++count.current)
    const done = last.current.then(act).catch((error) => {
      sayWrong(error)
      return false
    })
    last.current = done.then(() => setWaiting(--count.current))
    return done
  }
  const alone = async (act: () => Promise<boolean>): Promise<boolean> =>
    count.current === 0 ? await inTurn(act) : false
  return { isBusy: waiting > 0, alone, inTurn }
}
