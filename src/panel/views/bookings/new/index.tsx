import { addDays, type CalendarDate, daysBetween } from '../../../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../../../domain/kernel/night.ts'
import { useEntryState } from '../../../lib/entry-state.ts'
import { money, todayIn } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useCall } from '../../../lib/load.ts'
import type { ViewProps } from '../../../lib/router.ts'
import { useSettled } from '../../../lib/typing.ts'
import { Button } from '../../../parts/button.tsx'
import { flawsUnder, TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { Back, PageHead } from '../../../parts/page-head.tsx'
import { RangePicker } from '../../../parts/range-picker.tsx'
import { isAgainst, saleErrorOf } from '../parts/against.ts'
import { agreedTotal, NO_PRICE, PriceFields, readPrice } from '../parts/manual-price.tsx'
import { Offers } from './offer-list.tsx'
import { offersOf, readParty } from './offers.ts'
import { useSending } from './sending.ts'

const COUNT = { type: 'number', inputMode: 'numeric' } as const
const PARTY = { rooms: '1', adults: '2', children: '0', childAges: '' }
const NOBODY = { firstName: '', lastName: '', email: '', phone: '' }

/** A booking that somebody asks for at the desk or by telephone: days, then a room and price, then the guest. */
export function NewBooking({ hotel, user }: ViewProps) {
  const today = todayIn(hotel.timezone)
  const tonight = { from: today as string, to: addDays(today, 1) as string }
  const [picked, setRange] = useEntryState('range', tonight)
  // What was kept may be of another day.
  const range = picked.from < today ? tonight : picked
  const [party, setParty] = useEntryState('party', PARTY)
  const [override, setOverride] = useEntryState('override', false)
  const [key, setKey] = useEntryState('offer', '')
  const [guest, setGuest] = useEntryState('guest', NOBODY)
  const [requests, setRequests] = useEntryState('requests', '')
  const [draft, setDraft] = useEntryState('price', NO_PRICE)
  const stay = { checkin: range.from, checkout: range.to, ...readParty(party) }
  const asked = useSettled(JSON.stringify(stay))
  const query = JSON.parse(asked)
  const read = useCall('getHotelPage', {
    slug: hotel.slug,
    ...query,
    ...(query.childAges && { childAges: query.childAges.join() }),
    ...(override && { override }),
  })
  const rooms = read.data ? offersOf(read.data) : undefined
  const offer = rooms?.flatMap(({ offers }) => offers).find((each) => each.key === key)
  const price = readPrice(draft, hotel.currency)
  const totalCents = draft.isOn ? agreedTotal(price, offer?.nightly, stay.rooms) : offer?.totalCents
  const { reload } = read
  const order = { hotel, stay, override, offer, guest, requests, price, totalCents, reload }
  const sending = useSending(order)
  const { run, isBusy, problem, agreedCents, setAgreed, isTried } = sending
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      // What was agreed to was another booking.
      setAgreed(undefined)
    }
  }
  // An admin books as anybody does, not as the hotel.
  const isAdmin = user.role === 'admin'
  const shownCents = agreedCents ?? totalCents
  const total = shownCents === undefined ? '' : money(shownCents, hotel.currency)
  const text = (
    name: keyof typeof NOBODY,
    label: string,
    type: 'text' | 'tel' | 'email' = 'text',
    hint?: string,
  ) => (
    <TextField
      label={label}
      type={type}
      value={guest[name]}
      autocomplete="off"
      hint={hint}
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
  const wrongDay = flawsUnder(problem, '/checkin') ?? flawsUnder(read.problem, '?checkin')
  const isOther = problem && !isAgainst(problem) && problem.code !== 'price_changed'
  return (
    <>
      <Back to={{ view: 'bookings' }}>{t('booking.back')}</Back>
      <PageHead title={t('desk.new')} />
      <form class="new-booking" noValidate onSubmit={() => run()}>
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
            {wrongDay && <p class="error">{wrongDay}</p>}
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
            hotel={hotel}
            nights={nightsOf(range)}
            checkin={range.from}
            value={key}
            onPick={change(setKey)}
            override={override}
            setOverride={change(setOverride)}
          />
        </div>
        <section class="card">
          <h2>{t('bookings.guest')}</h2>
          {text('firstName', t('booking.firstName'))}
          {text('lastName', t('booking.lastName'))}
          {text('phone', t('booking.phone'), 'tel', isAdmin ? undefined : t('desk.reach'))}
          {text('email', t('list.email'), 'email', isAdmin ? t('action.needed') : undefined)}
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
          {/* A press before there is anything to choose would be lost. */}
          <Button type="submit" kind="primary" isBusy={isBusy || (!rooms && read.isBusy)}>
            {total && offer ? t('desk.book', { total }) : t('desk.new')}
          </Button>
        </section>
      </form>
    </>
  )
}

const nightsOf = ({ from, to }: { from: string; to: string }) =>
  daysBetween(from as CalendarDate, to as CalendarDate)
