import { number } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Icon } from '../../../parts/icon.tsx'

/** A number with a button on each side: one less, one more. */
export function Stepper({
  name,
  value,
  max,
  onStep,
}: {
  /** The counted thing, for screen readers. */
  name: string
  value: number
  max: number
  onStep: (value: number) => void
}) {
  const step = (by: 1 | -1, isOff: boolean) => (
    <button
      type="button"
      class="button quiet"
      aria-label={t(by > 0 ? 'new.more' : 'new.less', { name })}
      aria-disabled={isOff}
      onClick={() => isOff || onStep(value + by)}
    >
      <Icon name={by > 0 ? 'add' : 'minus'} />
    </button>
  )
  return (
    <span class="stepper">
      {step(-1, value <= 0)}
      <output>{number(value)}</output>
      {step(1, value >= max)}
    </span>
  )
}
