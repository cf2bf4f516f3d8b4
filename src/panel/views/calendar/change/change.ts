import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { t } from '../../../lib/i18n.ts'
import type { Live } from '../../../lib/live.ts'
import { useStore } from '../../../lib/store.ts'
import { sayWrong } from '../../../parts/toast.tsx'
import type { Step, Update } from '../model/step.ts'
import { hold, jumps, type Marks, madeHere, marksOf, ownerOf, stepsOf, unsaved } from './kept.ts'
import { type Context, drop, isOutdated, type Screen, send, undoLast } from './make.ts'
import type { Refusal, Sent } from './send.ts'

/** Changes of the calendar, under way and made. */
export type Changes = ReturnType<typeof useChanges>

/** Sends changes, tells their outcomes and remembers how to undo them. */
export function useChanges(hotel: string, live: Live, screen: Screen) {
  const { isBusy, alone, inTurn } = useTurns()
  const owner = ownerOf(hotel)
  const canUndo = useStore(madeHere).some(({ of }) => of === owner)
  const [outcome, setOutcome] = useState<Pick<Sent, 'refusals' | 'corrections'>>(NONE)
  const { refusals, corrections } = outcome
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
    setOutcome(sent)
  }
  const undo = () => inTurn(() => undoLast(context))
  const context: Context = { hotel, owner, live, screen, tell, undo }
  useUndoKey(undo)
  useReminder(owner)
  const enter = (step: Step, isQuiet: boolean) =>
    inTurn(() => send(context, step, { isQuiet, isTyped: true }))
  return {
    /** Sends a change; does nothing while another is under way, so that a double press counts once. */
    run: (step: Step) => alone(() => send(context, step)),
    /** Sends a change after those under way; `isQuiet`: without a message, for cells typed one after another. */
    enter,
    /** Updates that were typed and not saved. */
    unsaved: typed,
    /** Prices that were warned of and wait in their cells for an Enter. */
    asked,
    /** Keeps a price that was warned of and not confirmed. */
    ask: (step: Step) => hold(owner, step, () => false, true),
    drop: (updates: Update[]) => drop(owner, updates),
    retry: () => {
      for (const step of stepsOf(left.filter(({ isAsked }) => !isAsked)))
        enter(step, false).catch(sayWrong)
    },
    undo,
    canUndo,
    isBusy,
    refusals,
    corrections,
    marks,
    place: screen.place,
    /** Counts the outcomes that the service has told. */
    told,
  }
}

const NONE: { refusals: Refusal[]; corrections: Refusal[] } = { refusals: [], corrections: [] }

let dismissReminder = () => {}

/** Tells on the next page that a price waits in the calendar; it is there when the person comes back. */
function useReminder(owner: string): void {
  useEffect(() => {
    dismissReminder()
    return () =>
      // A field that closes with the page leaves its text after this.
      queueMicrotask(() => {
        const isLeft = [...unsaved.get().values()].some(
          ({ of, isAsked }) => isAsked && of === owner,
        )
        if (isLeft) dismissReminder = sayWrong(t('calendar.missed'))
      })
  }, [owner])
}

/** Undoes the newest change at Ctrl+Z, unless the focus is in a text, which has an undo of its own. */
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

/** Runs one act at a time and tells what it throws. */
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
