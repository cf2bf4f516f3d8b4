import { useEffect, useRef, useState } from 'preact/hooks'
import { money, todayIn } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useList } from '../../../lib/load.ts'
import { href, type ViewProps } from '../../../lib/router.ts'
import { ProblemNote } from '../../../parts/note.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { isAgainst, PASSABLE } from '../parts/against.ts'
import { OverrideField } from '../parts/override.tsx'
import { AskCard } from './ask-card.tsx'
import { sumsOf } from './basket.ts'
import { Basket } from './basket-card.tsx'
import { Deed, DeedBar } from './deed.tsx'
import { ExtrasCard } from './extras-card.tsx'
import { wholeText } from './flaws.ts'
import { GuestCard } from './guest-card.tsx'
import { RoomList } from './room-list.tsx'
import { useSending } from './sending.ts'
import { useDraft } from './use-draft.ts'
import { useOffers } from './use-offers.ts'

/** A reservation at the desk or by telephone: days and party, rooms into a basket, the guest, and the deed. */
export function NewBooking({ hotel }: ViewProps) {
  const today = todayIn(hotel.timezone)
  const draft = useDraft(hotel, today)
  const { ask, lines, override, guest, details } = draft
  const read = useOffers(hotel, ask, override, draft.add)
  const extras = (useList('listPanelExtras', { hotel: hotel.slug }).data ?? []).filter(
    ({ active }) => active,
  )
  const sums = sumsOf(lines, hotel, extras)
  const sending = useSending({ hotel, lines, guest, details, sums }, () => {
    read.reload()
    return draft.reprice()
  })
  const { problem, isTried, agreed, setAgreed, setOverride } = sending
  const form = useRef<HTMLFormElement>(null)
  const [isWrong, setWrong] = useState(false)
  useStart(form, () => sending.run())
  // What was agreed to was another basket.
  useEffect(() => {
    setAgreed(undefined)
    setOverride(false)
  }, [JSON.stringify(lines.map(({ id, rooms, extras, price }) => [id, rooms, extras, price]))])
  const basket = { hotel, lines, sums, extras, problem, isTried, onLine: draft.setLine }
  const deed = {
    ...{ hotel, lines, sums, agreed, isBusy: sending.isBusy, run: sending.run },
    ...{ until: draft.until, setUntil: draft.setUntil },
  }
  return (
    <>
      <PageHead
        title={t('desk.new')}
        action={
          <a class="button quiet" href={href({ view: 'bookings' })}>
            {t('new.discard')}
          </a>
        }
      />
      <form class="new-booking" noValidate ref={form}>
        <div class="stack">
          <AskCard
            {...{ ask, today, set: draft.setAsk, boards: read.data?.page.boards ?? [] }}
            problem={read.problem}
            onWrong={setWrong}
            onEnter={() => focusRooms(form.current)}
          />
          <RoomList
            {...{ read, hotel, lines, isWrong, override, setOverride: draft.setOverride }}
            onLess={draft.takeRoom}
          />
          <GuestCard
            {...{ hotel, guest, details, lines, problem, isTried, onLine: draft.setLine }}
            {...{ setGuest: draft.setGuest, setDetails: draft.setDetails }}
          />
          <ExtrasCard {...{ hotel, extras, lines, onLine: draft.setLine }} />
        </div>
        <section class="card basket" aria-label={t('new.basket')}>
          <Basket {...basket} onRemove={draft.remove} />
          <Notes {...{ sending, hotel, extrasCents: sums.extrasCents }} />
          <Deed {...deed} />
        </section>
        <DeedBar {...deed} />
      </form>
    </>
  )
}

/** The notes above the deed: a total that changed, and a refusal that no field shows. */
function Notes(props: {
  sending: ReturnType<typeof useSending>
  hotel: ViewProps['hotel']
  extrasCents: number
}) {
  const { sending, hotel, extrasCents } = props
  const { problem, agreed } = sending
  const whole = wholeText(problem)
  const isShown = problem && (isAgainst(problem) || problem.code === 'price_changed' || whole)
  // Restrictions are overridden where the rooms are chosen.
  const isPassable = problem !== undefined && PASSABLE.includes(problem.code)
  const cents = agreed && (agreed.payableCents ?? agreed.totalCents + extrasCents)
  return (
    <>
      <div role="alert" class="alert-slot stack">
        {cents !== undefined && (
          <p class="note warn">{t('desk.nowTotal', { total: money(cents, hotel.currency) })}</p>
        )}
        {whole && <p class="note bad">{whole}</p>}
      </div>
      <ProblemNote problem={isShown ? undefined : problem} />
      {(sending.override || isPassable) && (
        <OverrideField
          problem={problem}
          isOn={sending.override}
          onCheck={sending.setOverride}
          currency={hotel.currency}
        />
      )}
    </>
  )
}

/** Puts the cursor into the first field, and runs the deed on Ctrl+Enter from anywhere on the page. */
function useStart(form: { current: HTMLFormElement | null }, run: () => unknown): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const at = document.activeElement
    // A finger asks for the keyboard by itself.
    const isFree = at === document.body || at?.matches('main')
    if (isFree && !matchMedia('(pointer: coarse)').matches)
      form.current?.querySelector('input')?.focus()
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Puts the focus on the first room type. */
const focusRooms = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('.rooms [data-stop][tabindex="0"]')?.focus()
