import type { ComponentChildren, ComponentProps } from 'preact'
import type { Booking, EndedBooking, ReinstatedBooking } from '../../../../client/call.ts'
import type { Problem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import type { Loaded } from '../../../lib/load.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { Loading, ProblemNote } from '../../../parts/note.tsx'
import { nightsText } from './model.ts'

/** The effect of an act on a booking, as the service answers to `simulate`. */
type Trial = Booking &
  Pick<EndedBooking, 'nightsGivenBack'> &
  Pick<ReinstatedBooking, 'nightsTaken'>

type TrialRead = Pick<Loaded<Trial>, 'data' | 'problem' | 'reload'>

/** The dialog of an act on a booking. */
export type ActProps<Result> = Omit<ComponentProps<typeof Confirm>, 'act' | 'children'> & {
  trial?: TrialRead
  /** Stands above what the trial says. */
  before?: ComponentChildren
  /** Stands below it; a function where its fields show the problem that the act ended in. */
  children?: ComponentChildren | ((problem: Problem | undefined) => ComponentChildren)
  /** Does it. It answers undefined if the dialog stays open and says why itself. */
  send: () => Promise<Result | undefined>
  /** The toast once the act is done. */
  said: string
  onDone: (text: string, result: Result) => void
}

/** Does something to a booking: a trial says what it would do; the act is confirmed, sent and reported as done. */
export function ActOnBooking<Result>(props: ActProps<Result>) {
  const { trial, before, children, send, said, onDone, ...dialog } = props
  const act = async () => {
    const result = await send()
    if (result) onDone(said, result)
  }
  const draw = (below: ComponentChildren) => (
    <>
      {before}
      {trial && <TrialNote of={trial} />}
      {below}
    </>
  )
  return (
    <Confirm {...dialog} act={act}>
      {typeof children === 'function' ? (problem) => draw(children(problem)) : draw(children)}
    </Confirm>
  )
}

/** Says which nights an act takes from sale or gives back to it, or why it is refused. */
function TrialNote({ of: { data, problem, reload } }: { of: TrialRead }) {
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />
  if (!data) return <Loading />
  const { nightsTaken, nightsGivenBack = [] } = data
  const nights = nightsTaken ?? nightsGivenBack
  const told = {
    rooms: t('bookings.rooms', { count: data.rooms }),
    count: nights.length,
    dates: nightsText(nights),
  }
  return (
    <p class="note warn" role="status">
      {nights.length > 0
        ? t(nightsTaken ? 'booking.takes' : 'booking.givesBack', told)
        : t(nightsTaken ? 'booking.takesNothing' : 'booking.givesNothing')}
    </p>
  )
}
