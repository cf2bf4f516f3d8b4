import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CalendarDate } from '../../../domain/kernel/date.ts'
import type { Problem } from '../../lib/api.ts'
import { boardText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../parts/button.tsx'
import { flawsUnder, SelectField, TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Popover } from '../../parts/menu.tsx'
import { DayFields } from '../bookings/new/ask-card.tsx'
import { type PartyDraft, partiesText, type SellAsk, TWO_ADULTS } from './ask.ts'

/** The rooms of one search. */
const PARTIES_MAX = 8
/** The usual boards, which the pages have words for. */
const BOARDS = ['RO', 'BB', 'HB', 'FB', 'AI', 'UAI'] as const

type AskProps = {
  ask: SellAsk
  set: (ask: SellAsk) => void
  today: CalendarDate
  /** The problem of the search, whose flaws name the fields. */
  problem: Problem | undefined
  /** Gets true once a field has a text that is no day or no number of nights: then the hotels are of other days. */
  onWrong: (isWrong: boolean) => void
  /** Runs on Enter in a field: the hotels come next. */
  onEnter: () => void
}

/** The fields of a search: where, when, for whom, with what board. */
export function AskCard({ ask, set, today, problem, onWrong, onEnter }: AskProps) {
  const change = (part: Partial<SellAsk>) => set({ ...ask, ...part })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onEnter()
  }
  return (
    <section class="card ask" aria-label={t('sell.search')} onKeyDown={onKeyDown}>
      <TextField
        label={t('sell.where')}
        placeholder={t('sell.whereHint')}
        value={ask.where}
        autocomplete="off"
        problem={problem}
        path="?q"
        onText={(where) => change({ where })}
      />
      <DayFields {...{ ask, set, today, problem, onWrong }} />
      <PartyField
        parties={ask.parties}
        set={(parties) => change({ parties })}
        error={flawsUnder(problem, '?party')}
      />
      <SelectField
        label={t('booking.board')}
        value={ask.boardCode}
        problem={problem}
        path="?board"
        options={[
          { value: '', text: t('new.anyBoard') },
          ...BOARDS.map((code) => ({ value: code, text: boardText(code) })),
        ]}
        onPick={(boardCode) => change({ boardCode })}
      />
    </section>
  )
}

type PartyProps = {
  parties: readonly PartyDraft[]
  set: (parties: PartyDraft[]) => void
  error: string | undefined
}

/** The party of each room, in a panel under its field; the keyboard goes to a room that is added. */
function PartyField({ parties, set, error }: PartyProps) {
  const text = partiesText(parties)
  const list = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(parties.length)
  useLayoutEffect(() => {
    setCount(parties.length)
    if (parties.length > count)
      list.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus()
  }, [parties.length])
  return (
    <fieldset class="field party">
      <legend>{t('sell.party')}</legend>
      <Popover name={`${t('sell.party')}: ${text}`} look="button" face={text}>
        {() => (
          <div class="parties" ref={list}>
            {parties.map((party, index) => (
              <PartyRow
                // A room has no name but its place.
                key={index}
                number={index + 1}
                party={party}
                set={(changed) =>
                  set(parties.map((each, place) => (place === index ? changed : each)))
                }
                onRemove={
                  parties.length > 1
                    ? () => set(parties.filter((_, place) => place !== index))
                    : undefined
                }
              />
            ))}
            {parties.length < PARTIES_MAX && (
              <Button kind="quiet" onClick={() => set([...parties, TWO_ADULTS])}>
                <Icon name="add" />
                {t('sell.addRoom')}
              </Button>
            )}
          </div>
        )}
      </Popover>
      {error && <p class="error">{error}</p>}
    </fieldset>
  )
}

function PartyRow({
  number,
  party,
  set,
  onRemove,
}: {
  number: number
  party: PartyDraft
  set: (party: PartyDraft) => void
  onRemove: (() => void) | undefined
}) {
  return (
    <fieldset>
      <legend>{t('sell.room', { number })}</legend>
      <TextField
        type="number"
        inputMode="numeric"
        min={1}
        label={t('booking.adults')}
        value={party.adults}
        onText={(adults) => set({ ...party, adults })}
      />
      <TextField
        label={t('booking.childAges')}
        placeholder={t('booking.childAgesHint')}
        value={party.ages}
        autocomplete="off"
        onText={(ages) => set({ ...party, ages })}
      />
      {onRemove && (
        <Button kind="quiet" aria-label={t('sell.removeRoom', { number })} onClick={onRemove}>
          <Icon name="close" />
        </Button>
      )}
    </fieldset>
  )
}
