import { useRef } from 'preact/hooks'
import type { Problem } from '../../../lib/api.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { CheckField } from '../../../parts/field.tsx'
import { isWaivable } from './against.ts'
import { nightsText } from './model.ts'

type BoxProps = {
  /** The codes of what is refused now. */
  codes: readonly string[]
  isOn: boolean
  onCheck: (isOn: boolean) => void
  /** True if it is offered before anything is refused. */
  isOffered?: boolean
}

/** The box by which the hotel's people pass a refusal, named after what it passes; it stays once it is there. */
export function OverrideBox({ codes, isOn, onCheck, isOffered }: BoxProps) {
  const passed = useRef<readonly string[]>([])
  const found = codes.filter(isWaivable)
  if (found.length > 0) passed.current = found
  if (found.length === 0 && !isOn && !isOffered) return null
  const [label, isKept] = labelOf(passed.current)
  return (
    <>
      <CheckField label={label} checked={isOn} onCheck={onCheck} />
      {isKept && <p class="hint">{t('override.told')}</p>}
    </>
  )
}

/** The label of the box; `isOfAgency` is true if it takes from an agency. */
function labelOf(codes: readonly string[]): [label: string, isOfAgency: boolean] {
  if (codes.includes('credit_exceeded')) return [t('override.credit'), true]
  if (!codes.includes('set_aside')) return [t('booking.override'), false]
  const isAll = codes.every((code) => code === 'set_aside')
  return [t(isAll ? 'override.aside' : 'override.both'), true]
}

type OverrideProps = Omit<BoxProps, 'codes'> & {
  /** The latest refusal. */
  problem: Problem | undefined
  currency: string
}

/** The same for a refusal, with whose rooms or whose credit it passes. */
export const OverrideField = ({ problem, currency, ...box }: OverrideProps) => (
  <>
    <Reasons problem={problem} currency={currency} />
    <OverrideBox {...box} codes={codesOf(problem)} />
  </>
)

const codesOf = (problem: Problem | undefined): string[] =>
  problem ? [problem, ...problem.errors].map(({ code }) => code) : []

/** A night that is refused, and the agencies whose rooms would be taken. */
type AsideNight = { date: string; agencies: { agencyCode: string; rooms: number }[] }

/** The agencies whose rooms would be taken, or the rest of the credit that would be passed. */
function Reasons({ problem, currency }: Pick<OverrideProps, 'problem' | 'currency'>) {
  const { nights, leftCents } = (problem?.body ?? {}) as {
    nights?: AsideNight[]
    leftCents?: number
  }
  const codes = codesOf(problem)
  if (codes.includes('credit_exceeded') && leftCents !== undefined)
    return (
      <p class="note warn">{t('override.creditLeft', { amount: money(leftCents, currency) })}</p>
    )
  if (!codes.includes('set_aside') || !nights) return null
  return (
    <ul class="note warn stack">
      {[...Map.groupBy(nights, agenciesText)].map(([agencies, same]) => (
        <li key={agencies}>
          {t('override.asideOf', { dates: nightsText(same.map(({ date }) => date)), agencies })}
        </li>
      ))}
    </ul>
  )
}

/** `DELTA 2 rooms, EGE 1 room`. */
const agenciesText = ({ agencies }: AsideNight): string =>
  agencies
    .map(({ agencyCode, rooms }) => `${agencyCode} ${t('bookings.rooms', { count: rooms })}`)
    .join(', ')
