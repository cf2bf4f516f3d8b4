import { useMemo, useRef, useState } from 'preact/hooks'
import { asProblem } from '../../lib/api.ts'
import { problemText, t } from '../../lib/i18n.ts'
import { say } from '../../parts/toast.tsx'
import type { Back, Step } from './edit.ts'
import { type Refusal, sendStep } from './send.ts'
import { stillOurs } from './undo.ts'

/** Sends changes, says what came of them and remembers how to take back the last one. */
export function useChange(hotel: string, onChanged: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [undoing, setUndoing] = useState<Back[]>([])
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const refused = useMemo(
    () => new Set(refusals.map(({ roomCode, date: day }) => `${roomCode} ${day}`)),
    [refusals],
  )
  const running = useRef(false)
  const send = async (step: Step, isUndo: boolean): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      const sent = await sendStep(hotel, step)
      setRefusals(sent.refusals)
      const back = isUndo ? [] : sent.undo
      // What changed nothing leaves the last change to be undone.
      if (sent.done > 0) setUndoing(back)
      const done = t(isUndo ? 'calendar.undone' : 'calendar.done', { count: sent.done })
      const action = { text: t('action.undo'), run: () => undo(back) }
      if (sent.done > 0) say(done, back.length > 0 ? { action } : {})
      if (sent.problem) say(problemText(sent.problem), { tone: 'bad' })
      if (sent.done > 0 || sent.refusals.length > 0) onChanged()
      return !sent.problem && sent.refusals.length === 0
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const undo = async (back: Back[]) => {
    if (back.length === 0 || running.current) return
    try {
      const { updates, kept } = await stillOurs(hotel, back)
      if (kept > 0) say(t('calendar.undoKept', { count: kept }), { tone: 'bad' })
      if (updates.length > 0) await send({ updates, undo: [] }, true)
      else setUndoing([])
    } catch (error) {
      say(problemText(asProblem(error)), { tone: 'bad' })
    }
  }
  return {
    run: (step: Step) => send(step, false),
    undo: () => undo(undoing),
    canUndo: undoing.length > 0,
    isBusy,
    refusals,
    refused,
  }
}
