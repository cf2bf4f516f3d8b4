import { asProblem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import type { Live } from '../../../lib/live.ts'
import { say, sayWrong } from '../../../parts/toast.tsx'
import { changesSince } from '../model/since.ts'
import type { Step, Update } from '../model/step.ts'
import { takenBack } from '../model/take-back.ts'
import { type Done, forget, hold, keep, madeHere, markJumps, voidPushes } from './kept.ts'
import { nothingSent, type Sent, sendOnce, sendStep } from './send.ts'

/** A feed that has not moved for so long after a change is held up on its way. */
const TOLD_WITHIN_MS = 2_000

/** The screen; `place` is the place of the feed up to which it shows everything. */
export type Screen = {
  reload: () => void
  place: { readonly current: string | undefined }
  /** Removes values from the screen that are not saved yet. */
  clear: () => void
}

/** The surroundings of a change. */
export type Context = {
  hotel: string
  owner: string
  live: Live
  screen: Screen
  /** Shows an outcome. */
  tell: (sent: Sent) => void
  undo: () => Promise<boolean>
}

type SendOptions = {
  /** True if the change is not told when it is done. */
  isQuiet?: boolean
  /** True if unsaved updates stay in their cells. */
  isTyped?: boolean
}

/** Sends a change and tells its outcome; true if all of it was done. */
export async function send(
  context: Context,
  step: Step,
  options: SendOptions = {},
): Promise<boolean> {
  const { hotel, owner, live, screen, tell } = context
  const { isQuiet = false, isTyped = false } = options
  const shown = screen.place.current
  const { cursor, sent } = await sendOnce(hotel, live, step).catch((error) => ({
    cursor: '',
    sent: { ...nothingSent(), problem: asProblem(error) },
  }))
  tell(sent)
  markJumps(owner, sent.done)
  if (isTyped) hold(owner, step, (update) => !sent.problem || sent.done.includes(update))
  // A change replaces texts that were typed there before.
  else drop(owner, sent.done)
  const isWhole = !sent.problem && sent.refusals.length === 0
  // A person who has left the calendar meanwhile does not see its messages.
  if (!isWhole && !document.querySelector('.calendar')) sayWrong(t('calendar.missed'))
  else if (sent.problem) sayWrong(sent.problem)
  if (sent.done.length > 0) remember(context, step, { cursor: shown ?? cursor, sent, isQuiet })
  const isOthers = sent.refusals.length > 0 || isOutdated(sent)
  if (sent.done.length > 0 || isOthers) show(context, cursor, isOthers)
  return isWhole
}

/** Drops updates that were typed and not saved. */
export const drop = (owner: string, updates: Update[]) => hold(owner, { updates }, () => true)

/** Tells that a change was made and keeps its undo. */
function remember(
  { owner, undo }: Context,
  step: Step,
  { cursor, sent, isQuiet }: { cursor: string; sent: Sent; isQuiet: boolean },
): void {
  // An older offer to undo would undo this change, too.
  for (const each of madeHere.get()) if (each.of === owner) each.dismiss()
  const text = doneText(sent.done)
  if (!step.undo) {
    // Without an undo of its own no earlier change may be undone in its place.
    forget(owner)
    say(`${text} ${t('calendar.doneForGood')}`)
    return
  }
  const { undo: updates, pushIds } = sent
  const next: Done = { of: owner, updates, cursor, pushIds, dismiss: () => {} }
  if (!isQuiet) next.dismiss = say(text, { action: { text: t('action.undo'), run: undo } })
  keep(next)
}

/** Undoes the newest change; true if that was possible. */
export async function undoLast({ hotel, owner, live, screen, tell }: Context): Promise<boolean> {
  const last = madeHere.get().findLast(({ of }) => of === owner)
  if (!last) return false
  last.dismiss()
  screen.clear()
  const { cursor, pushIds } = last
  const before = live.cursor() ?? cursor
  const changes = await changesSince(hotel, cursor)
  const updates = takenBack(last.updates, pushIds, changes, voidPushes)
  const kept = last.updates.length - updates.length
  const sent = await sendStep(hotel, { updates })
  tell(sent)
  if (kept > 0) sayWrong(t('calendar.undoKept', { count: kept }))
  if (sent.done.length > 0) say(t('calendar.undone', { count: sent.done.length }))
  if (sent.problem) sayWrong(sent.problem)
  else forget(last)
  if (!sent.problem && kept + sent.refusals.length === 0)
    for (const pushId of [...pushIds, ...sent.pushIds]) voidPushes.add(pushId)
  if (sent.done.length > 0 || kept > 0) show({ live, screen }, before, kept > 0)
  return !sent.problem
}

/** Shows a change: the feed brings it from where it was before, else everything is read again. */
function show(
  { live, screen }: Pick<Context, 'live' | 'screen'>,
  before: string,
  isOthers: boolean,
): void {
  // Messages about others hold for the place up to which these are read.
  live.hurry()
  if (isOthers || live.cursor() === undefined) screen.reload()
  else setTimeout(() => live.cursor() === before && screen.reload(), TOLD_WITHIN_MS)
}

/** True if a change was refused because its place of the feed has expired. */
export const isOutdated = ({ problem }: Sent): boolean =>
  problem?.code.startsWith('cursor') ?? false

/** The size of a change: days of one room type, or nights of several. */
function doneText(done: readonly Update[]): string {
  const rooms = new Set(done.map(({ roomCode }) => roomCode)).size
  const nights = new Set(done.map(({ date }) => date)).size
  const days = new Set(done.map(({ roomCode, date }) => `${roomCode} ${date}`)).size
  return rooms > 1 && days === rooms * nights
    ? t('calendar.doneMany', { nights: t('bookings.nights', { count: nights }), count: rooms })
    : t('calendar.done', { count: days })
}
