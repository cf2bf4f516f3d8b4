import { useEffect, useRef, useState } from 'preact/hooks'
import { HERE, money, rangeText, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import type { ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { choicesOf, SelectField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Deed, DeedBar } from '../bookings/new/deed.tsx'
import { wholeText } from '../bookings/new/flaws.ts'
import { useSending } from '../bookings/new/sending.ts'
import { isAgainst } from '../bookings/parts/against.ts'
import { SELL_SORTS, type SellAsk } from './ask.ts'
import { AskCard } from './ask-card.tsx'
import { ClientFields } from './client-fields.tsx'
import { CollectField, OfferCard, OtherChoices } from './offer-card.tsx'
import { pricesOf } from './offers.ts'
import { placeForClient } from './place.ts'
import { Results } from './results.tsx'
import { OfferSheet } from './sheet.tsx'
import { useHotels } from './use-hotels.ts'
import { useOffer } from './use-offer.ts'
import { extrasOf, useHotelPages } from './use-pages.ts'

/** The stand-in for a hotel before one is chosen. */
const NO_HOTEL = { slug: '', currency: 'EUR', timezone: 'UTC', optionDays: 0 }

/** The search of an agency: hotels and their rates, rooms into an offer, the client, and the deed or the offer sheet. */
export function SellView({ user }: ViewProps) {
  const today = todayIn(HERE)
  const offer = useOffer(today)
  const { ask, setAsk, choices, guest, details } = offer
  const read = useHotels(ask)
  const [choice] = choices
  const { lines } = choice ?? { lines: [] }
  const hotel = choice?.hotel ?? NO_HOTEL
  const pages = useHotelPages(choices)
  const extras = extrasOf(pages, choice)
  const { rooms, roomsCents, extrasCents } = pricesOf(lines, extras)
  const sums = { rooms, totalCents: roomsCents, extrasCents, taxes: [] }
  const sending = useSending(
    { hotel, lines, guest, details, sums },
    () => {
      read.reload()
      return offer.reprice()
    },
    placeForClient,
  )
  const { problem, isTried, agreed, setAgreed } = sending
  const form = useRef<HTMLFormElement>(null)
  const [isSheet, setSheet] = useSheet()
  const [isWrong, setWrong] = useState(false)
  useCtrlEnter(() => !isSheet && sending.run())
  // The agreed prices were those of another basket.
  useEffect(
    () => setAgreed(undefined),
    [JSON.stringify([hotel.slug, ...lines.map(({ id, rooms, extras }) => [id, rooms, extras])])],
  )
  if (isSheet)
    return <OfferSheet {...{ choices, pages, guest, user }} onClose={() => setSheet(false)} />
  const onLine = (line: Parameters<typeof offer.setLine>[1]) => offer.setLine(hotel.slug, line)
  const deed = {
    ...{ hotel, lines, sums, agreed, isBusy: sending.isBusy, run: sending.run },
    ...{ until: offer.until, setUntil: offer.setUntil },
    ...{ deed: 'sell.book' as const, optionDaysMax: hotel.optionDays - 1 },
  }
  return (
    <>
      <PageHead title={t('sell.search')}>
        <span class="dim asked">
          {[ask.where, rangeText(ask.from, ask.to)].filter(Boolean).join(', ')}
        </span>
      </PageHead>
      <form class="new-booking selling" noValidate ref={form}>
        <div class="stack">
          <AskCard
            {...{ ask, today, set: setAsk, problem: read.problem, onWrong: setWrong }}
            onEnter={() => focusHotels(form.current)}
          />
          <Filters ask={ask} set={setAsk} />
          <Results {...{ read, ask, choices, isWrong }} onAdd={offer.add} onLess={offer.takeRoom} />
        </div>
        <div class="stack">
          <section class="card basket" aria-label={t('sell.offer')}>
            <OfferCard
              {...{ choice, extras, problem, isTried, onLine }}
              onRemove={(id) => offer.removeLine(hotel.slug, id)}
            />
            {choice && (
              <ClientFields
                {...{ guest, details, lines, problem, isTried, onLine }}
                {...{ setGuest: offer.setGuest, setDetails: offer.setDetails }}
              />
            )}
            {choice && (
              <CollectField
                {...{ choice, extras, problem, collect: details.collect }}
                setCollect={(collect) => offer.setDetails({ ...details, collect })}
              />
            )}
            <Notes {...{ sending, extrasCents }} currency={hotel.currency} />
            <Deed {...deed} />
            {choice && (
              <p class="sheet-act">
                <Button id={SHEET_BUTTON} onClick={() => setSheet(true)}>
                  <Icon name="print" />
                  {t('sell.sheet')}
                </Button>
              </p>
            )}
          </section>
          <OtherChoices
            {...{ choices, pages }}
            onFirst={offer.putFirst}
            onRemove={offer.removeHotel}
          />
        </div>
        <DeedBar {...deed} />
      </form>
    </>
  )
}

/** Filters that are pressed on and off, and the order of the results. */
function Filters({ ask, set }: { ask: SellAsk; set: (ask: SellAsk) => void }) {
  const isOwn = useShowsNet()
  const chip = (name: 'isFree' | 'isStarred' | 'isOwn', text: string) => (
    <button
      type="button"
      class="chip"
      aria-pressed={ask[name]}
      onClick={() => set({ ...ask, [name]: !ask[name] })}
    >
      {text}
    </button>
  )
  return (
    <fieldset class="chips">
      <legend class="sr-only">{t('sell.filters')}</legend>
      {isOwn && chip('isOwn', t('sell.ownFilter'))}
      {chip('isFree', t('sell.free'))}
      {chip('isStarred', t('sell.starred'))}
      {isOwn && (
        <SelectField
          label={t('sell.sort')}
          isLabelHidden
          value={ask.sort}
          options={choicesOf(SELL_SORTS, (value) => t(`sell.sort.${value}`))}
          onPick={(sort) => set({ ...ask, sort: sort as SellAsk['sort'] })}
        />
      )}
    </fieldset>
  )
}

/** The notes above the deed: a total that changed, and a refusal that no field shows. */
function Notes({
  sending,
  currency,
  extrasCents,
}: {
  sending: ReturnType<typeof useSending>
  currency: string
  extrasCents: number
}) {
  const { problem, agreed } = sending
  const whole = wholeText(problem)
  const isShown = problem && (isAgainst(problem) || problem.code === 'price_changed' || whole)
  const cents = agreed && (agreed.payableCents ?? agreed.totalCents + extrasCents)
  return (
    <>
      <div role="alert" class="alert-slot stack">
        {cents !== undefined && (
          <p class="note warn">{t('desk.nowTotal', { total: money(cents, currency) })}</p>
        )}
        {whole && <p class="note bad">{whole}</p>}
      </div>
      <ProblemNote problem={isShown ? undefined : problem} />
    </>
  )
}

const SHEET_BUTTON = 'offer-sheet'

/** The state of the offer sheet: open or not; the keyboard goes back to the button that opened it. */
function useSheet() {
  const [isSheet, setSheet] = useState(false)
  const wasSheet = useRef(false)
  useEffect(() => {
    if (wasSheet.current && !isSheet) document.getElementById(SHEET_BUTTON)?.focus()
    wasSheet.current = isSheet
  }, [isSheet])
  return [isSheet, setSheet] as const
}

/** Runs the deed on Ctrl+Enter from anywhere on the page. */
function useCtrlEnter(run: () => unknown): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
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

/** Puts the focus on the first hotel. */
const focusHotels = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('.rooms [data-stop][tabindex="0"]')?.focus()
