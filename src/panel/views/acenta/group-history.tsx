import type { BookingGroup } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { useLoad } from '../../lib/load.ts'
import { ProblemNote } from '../../parts/note.tsx'
import { GroupTimeline, ofRevision } from '../bookings/timeline.tsx'

/** History of a whole reservation as its agency reads it, read anew whenever the reservation is. */
export function GroupHistory({ group, timezone }: { group: BookingGroup; timezone: string }) {
  const { code, bookings } = group
  const { data, problem, reload } = useLoad(
    (signal) => call('getAgencyGroupTrail', { code }, { signal }),
    [group],
  )
  if (!data) return <ProblemNote problem={problem} onRetry={reload} />
  return (
    <GroupTimeline
      {...{ bookings, timezone }}
      stays={data.stays}
      entriesOf={(booking, { revisions }) =>
        revisions.map((each) => ofRevision(each, booking, timezone))
      }
    />
  )
}
