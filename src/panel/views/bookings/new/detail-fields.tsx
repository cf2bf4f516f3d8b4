import type { Problem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { TextField } from '../../../parts/field.tsx'
import { InvoiceFields, NamesFold, PaymentFields } from '../parts/detail-folds.tsx'
import { type Line, lineParty, partyOf } from './basket.ts'
import type { Details } from './draft.ts'
import { problemOfStay } from './flaws.ts'

type DetailProps = {
  details: Details
  setDetails: (details: Details) => void
  lines: readonly Line[]
  onLine: (line: Line) => void
  problem: Problem | undefined
  isTried: boolean
}

/** Arrival time and wishes; folded: the company that gets the invoice, a guarantee, and guests by name. */
export function DetailFields({ details, setDetails, problem, ...props }: DetailProps) {
  const { arrivalTime, requests } = details
  const folds = {
    ...{ draft: details, problem },
    set: (changes: Partial<Details>) => setDetails({ ...details, ...changes }),
  }
  return (
    <>
      <div class="form-row arrives">
        <TextField
          label={t('new.arrives')}
          placeholder="16:30"
          value={arrivalTime}
          autocomplete="off"
          problem={problem}
          path="/arrivalTime"
          onText={(arrivalTime) => setDetails({ ...details, arrivalTime })}
        />
        <TextField
          label={t('booking.requests')}
          value={requests}
          autocomplete="off"
          problem={problem}
          path="/specialRequests"
          onText={(requests) => setDetails({ ...details, requests })}
        />
      </div>
      <InvoiceFields {...folds} />
      <PaymentFields {...folds} />
      <GuestNames {...props} problem={problem} />
    </>
  )
}

/** The guests of each stay besides the one who books, one a line. */
function GuestNames({
  lines,
  onLine,
  problem,
  isTried,
}: Omit<DetailProps, 'details' | 'setDetails'>) {
  const shared = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => partyOf(line).adults + partyOf(line).children > 1)
  return (
    <NamesFold
      {...{ isTried }}
      stays={shared.map(({ line, index }) => ({
        key: line.id,
        label: `${line.roomName} · ${lineParty(line)}`,
        value: line.names,
        problem: problemOfStay(problem, index),
        onText: (names) => onLine({ ...line, names }),
      }))}
    />
  )
}
