import { number } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Icon } from '../../../parts/icon.tsx'

type AddProps = {
  /** The offer for screen readers: room type, rate and board. */
  name: string
  /** Rooms of it in the basket. */
  count: number
  /** Its place among the stops of the list, and the stop that Tab goes to. */
  place: string
  stop: string
  /** True if no room is left. */
  isOff: boolean
  isBusy: boolean
  onMore: () => void
  onLess: () => void
}

/** The button that adds a room at a rate; beside it the rooms that were added. */
export function AddStep({ name, count, place, stop, isOff, isBusy, onMore, onLess }: AddProps) {
  return (
    <span class={count > 0 ? 'stepper' : 'stepper is-empty'}>
      {count > 0 && (
        <button
          key="less"
          type="button"
          class="button quiet"
          data-less
          tabIndex={-1}
          aria-label={t('new.less', { name })}
          onClick={onLess}
        >
          <Icon name="minus" />
        </button>
      )}
      {count > 0 && <output key="count">{number(count)}</output>}
      <button
        key="more"
        type="button"
        class={count > 0 ? 'button quiet' : 'button'}
        data-stop={place}
        tabIndex={stop === place ? 0 : -1}
        aria-label={t(count > 0 ? 'new.more' : 'new.addOf', { name })}
        aria-busy={isBusy}
        aria-disabled={isOff}
        onClick={() => isOff || onMore()}
      >
        <Icon name="add" />
        {count === 0 && <span>{t('new.add')}</span>}
      </button>
    </span>
  )
}
