import { useRef, useState } from 'preact/hooks'
import { addDays, type CalendarDate, daysBetween } from '../../../../domain/date.ts'
import { NIGHTS_MAX } from '../../../../domain/limits.ts'
import { api, Problem } from '../../../lib/api.ts'
import { money, todayIn } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction, useGet } from '../../../lib/load.ts'
import { go, href, type ViewProps } from '../../../lib/router.ts'
import type { BookingRecord, HotelPage } from '../../../lib/types.ts'
import { useSettled } from '../../../lib/typing.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { RangePicker } from '../../../parts/range-picker.tsx'
import { say } from '../../../parts/toast.tsx'
import { isAgainst, saleErrorOf } from '../against.ts'
import { agreedTotal, NO_PRICE, PriceFields, type ReadPrice, readPrice } from '../manual-price.tsx'
import { nameOf } from '../model.ts'
import { Offers } from './offer-list.tsx'
import { type Offer, offersOf } from './offers.ts'

const COUNT = { type: 'number', inputMode: 'numeric' } as const
const NOBODY = { firstName: '', lastName: '', email: '', phone: '' }

/** A booking that somebody asks for at the desk or by telephone: days, then a room and price, then the guest. */
export function NewBooking({ hotel }: ViewProps) {
  const today = todayIn(hotel.timezone)
  const [range, setRange] = useState({ from: today as string, to: addDays(today, 1) as string })
  const [party, setParty] = useState({ rooms: '1', adults: '2', children: '0', childAges: '' })
  const [key, setKey] = useState('')
  const [guest, setGuest] = useState(NOBODY)
  const [requests, setRequests] = useState('')
  const [draft, setDraft] = useState(NO_PRICE)
  const stay = { checkin: range.from, checkout: range.to, ...readParty(party) }
  const asked = useSettled(JSON.stringify(stay))
  const query = JSON.parse(asked)
  const read = useGet<HotelPage>(`/v1/hotels/${hotel.slug}`, {
    ...query,
    ...(query.childAges && { childAges: query.childAges.join() }),
  })
  const rooms = read.data ? offersOf(read.data) : undefined
  const offer = rooms?.flatMap(({ offers }) => offers).find((each) => each.key === key)
  const price = readPrice(draft, hotel.currency)
  const totalCents = draft.isOn ? agreedTotal(price, offer?.nightly, stay.rooms) : offer?.totalCents
  const { reload } = read
  const order = { hotel, stay, offer, guest, requests, price, totalCents, reload }
  const sending = useSending(order)
  const { run, isBusy, problem, agreedCents, setAgreed, isTried } = sending
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      // What was agreed to was another booking.
      setAgreed(undefined)
    }
  }
  const shownCents = agreedCents ?? totalCents
  const total = shownCents === undefined ? '' : money(shownCents, hotel.currency)
  const text = (
    name: keyof typeof NOBODY,
    label: string,
    type: 'text' | 'tel' | 'email' = 'text',
  ) => (
    <TextField
      label={label}
      type={type}
      value={guest[name]}
      autocomplete="off"
      problem={problem}
      path={`/guest/${name}`}
      onText={(value) => setGuest({ ...guest, [name]: value })}
    />
  )
  const count = (name: keyof typeof party, label: string, min: number) => (
    <TextField
      {...COUNT}
      label={label}
      min={min}
      value={party[name]}
      problem={read.problem}
      path={`?${name}`}
      onText={change((value: string) => setParty({ ...party, [name]: value }))}
    />
  )
  const submit = async (event: Event) => {
    event.preventDefault()
    await run()
  }
  const isOther = problem && !isAgainst(problem) && problem.code !== 'price_changed'
  return (
    <>
      <p class="back">
        <a href={href({ view: 'bookings' })}>← {t('booking.back')}</a>
      </p>
      <PageHead title={t('desk.new')} />
      <form class="new-booking" noValidate onSubmit={submit}>
        <div class="stack">
          <section class="card">
            <h2>{t('desk.stay')}</h2>
            <div class="beside">
              <RangePicker
                label={t('desk.stay')}
                value={range}
                today={today}
                min={today}
                nightsMax={NIGHTS_MAX}
                onPick={change((picked) => picked && setRange(picked))}
              />
              <span class="dim">{t('bookings.nights', { count: nightsOf(range) })}</span>
            </div>
            <div class="form-row">
              {count('rooms', t('booking.rooms'), 1)}
              {count('adults', t('booking.adults'), 1)}
              {count('children', t('booking.children'), 0)}
              {Number(party.children) > 0 && (
                <TextField
                  label={t('booking.childAges')}
                  hint={t('booking.childAgesHint')}
                  value={party.childAges}
                  problem={read.problem}
                  path="?childAges"
                  onText={change((childAges: string) => setParty({ ...party, childAges }))}
                />
              )}
            </div>
          </section>
          <Offers
            read={read}
            rooms={rooms}
            currency={hotel.currency}
            nights={nightsOf(range)}
            checkin={range.from}
            value={key}
            onPick={change(setKey)}
          />
        </div>
        <section class="card">
          <h2>{t('bookings.guest')}</h2>
          {text('firstName', t('booking.firstName'))}
          {text('lastName', t('booking.lastName'))}
          {text('phone', t('booking.phone'), 'tel')}
          {text('email', t('list.email'), 'email')}
          <TextField
            isLong
            label={t('booking.requests')}
            value={requests}
            problem={problem}
            path="/specialRequests"
            onText={setRequests}
          />
          <PriceFields
            draft={draft}
            set={change(setDraft)}
            wrong={isTried ? price.wrong : undefined}
            problem={problem}
          />
          <div role="alert" class="alert-slot stack">
            {agreedCents !== undefined && <p class="note warn">{t('desk.nowTotal', { total })}</p>}
            {problem && isAgainst(problem) && <p class="note bad">{saleErrorOf(problem)}</p>}
            {isTried && !offer && <p class="note warn">{t('desk.choose')}</p>}
          </div>
          <ProblemNote problem={isOther ? problem : undefined} />
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {total && offer ? t('desk.book', { total }) : t('desk.new')}
          </Button>
        </section>
      </form>
    </>
  )
}

const nightsOf = ({ from, to }: { from: string; to: string }) =>
  daysBetween(from as CalendarDate, to as CalendarDate)

/** Numbers of what was typed; what is none counts as nothing, which the service refuses at its field. */
function readParty({ rooms, adults, children, childAges }: Record<string, string>) {
  const ages = (childAges ?? '').split(/[\s,;]+/).filter(Boolean)
  const count = Number(children) || 0
  return {
    ...{ rooms: Number(rooms) || 0, adults: Number(adults) || 0, children: count },
    ...(ages.length === count && count > 0 && { childAges: ages.map(Number) }),
  }
}

type Sending = {
  hotel: ViewProps['hotel']
  stay: Record<string, unknown>
  offer: Offer | undefined
  guest: typeof NOBODY
  requests: string
  price: ReadPrice
  totalCents: number | undefined
  /** Reads anew what is sold. */
  reload: () => void
}

/** Sends a booking with the total that was shown; one that costs another is agreed to by a second press. */
function useSending({ hotel, stay, offer, guest, requests, price, totalCents, reload }: Sending) {
  const [agreedCents, setAgreed] = useState<number>()
  const [isTried, setTried] = useState(false)
  const sent = useRef({ text: '', key: '' })
  const action = useAction(async () => {
    setTried(true)
    if (!offer || price.wrong) return focusWrong()
    const { roomCode, rateCode, boardCode } = offer
    const { phone, ...who } = guest
    const expectedTotalCents = agreedCents ?? totalCents
    const body = {
      ...{ hotelSlug: hotel.slug, roomCode, rateCode, ...stay },
      ...(boardCode !== null && { boardCode }),
      guest: { ...who, ...(phone.trim() !== '' && { phone: phone.trim() }) },
      ...(requests.trim() !== '' && { specialRequests: requests }),
      ...(expectedTotalCents !== undefined && { expectedTotalCents }),
      ...(price.price && { manualPrice: price.price }),
    }
    const text = JSON.stringify(body)
    // The same booking sent again, after an answer that was lost, is not made twice.
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    try {
      const { key } = sent.current
      const record = await api.post<BookingRecord>('/v1/bookings', { body, key })
      say(t('desk.booked', { name: nameOf(record), code: record.code }))
      go({ view: 'bookings', rest: [record.code] })
    } catch (error) {
      if (error instanceof Problem && error.code === 'price_changed')
        setAgreed(Number(error.body.totalPriceCents))
      else if (error instanceof Problem && isAgainst(error)) reload()
      focusWrong()
      throw error
    }
  })
  return { ...action, agreedCents, setAgreed, isTried }
}

/** Puts the focus on the first field that is wrong, once that is shown. */
function focusWrong(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.new-booking [aria-invalid]')?.focus(),
  )
}
