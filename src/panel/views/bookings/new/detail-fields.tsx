import type { Problem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { TextField } from '../../../parts/field.tsx'
import { type Line, lineParty, partyOf } from './basket.ts'
import type { Details } from './draft.ts'
import { problemOfStay } from './flaws.ts'
import { lacksName } from './typed-text.ts'

type DetailProps = {
  details: Details
  setDetails: (details: Details) => void
  lines: readonly Line[]
  onLine: (line: Line) => void
  problem: Problem | undefined
  isTried: boolean
}

/** Arrival time and wishes; folded: guests by name, and the company that gets the invoice. */
export function DetailFields({ details, setDetails, problem, ...props }: DetailProps) {
  const { arrivalTime, requests, company } = details
  const ofCompany = (name: keyof Details['company'], label: string) => (
    <TextField
      {...{ label, problem }}
      value={company[name]}
      autocomplete="off"
      path={`/company/${name}`}
      onText={(text) => setDetails({ ...details, company: { ...company, [name]: text } })}
    />
  )
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
      <details open={company.name !== ''}>
        <summary>{t('new.company')}</summary>
        <div class="form-row">
          {ofCompany('name', t('new.companyName'))}
          {ofCompany('taxNumber', t('new.taxNumber'))}
          {ofCompany('taxOffice', t('new.taxOffice'))}
          {ofCompany('address', t('new.address'))}
          {ofCompany('email', t('new.companyEmail'))}
        </div>
      </details>
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
  if (shared.length === 0) return null
  return (
    <details open={shared.some(({ line }) => line.names !== '')}>
      <summary>{t('new.names')}</summary>
      <div class="form-row">
        {shared.map(({ line, index }) => (
          <TextField
            key={line.id}
            isLong
            label={`${line.roomName} · ${lineParty(line)}`}
            hint={t('new.namesHint')}
            value={line.names}
            error={isTried && lacksName(line.names) ? t('new.twoNames') : undefined}
            problem={problemOfStay(problem, index)}
            path="/guestNames"
            onText={(names) => onLine({ ...line, names })}
          />
        ))}
      </div>
    </details>
  )
}
