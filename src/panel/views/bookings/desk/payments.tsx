import { useEffect, useRef, useState } from 'preact/hooks'
import type { BookingTrail, Params, WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { PAYMENT_METHODS } from '../../../../domain/bookings/desk.ts'
import { call } from '../../../lib/api.ts'
import { parseSigned } from '../../../lib/decimal.ts'
import { asksToGo, useAsked } from '../../../lib/entry-state.ts'
import { amount, dateTime, money, parseMoney } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { choicesOf, SelectField, TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { SmallForm } from '../../../parts/small-form.tsx'
import { Line, MoneyCard } from '../parts/money.tsx'

type Payment = WholeDesk['payments'][number]
type Method = Payment['method']

type PaymentsProps = {
  hotel: WholeHotel
  booking: BookingTrail
  /** Gets the desk's data as they now are; undefined for a reader who may not write. */
  onDesk: ((desk: WholeDesk) => void) | undefined
  paying: Paying
}

/** The form of a payment: how often it was asked for since it was last closed; 0 is closed. */
export type Paying = { asked: number; ask: () => void; close: () => void }

/** Whether the form of a payment is open. */
export function usePaying(): Paying {
  const [asked, setAsked] = useState(0)
  return { asked, ask: () => setAsked(asked + 1), close: () => setAsked(0) }
}

/** The money of a booking with its payments and what is due; a wrong payment is reversed by a second one. */
export function Payments({ hotel, booking, onDesk, paying }: PaymentsProps) {
  const { code, currency, desk } = booking
  const { dueCents } = desk
  const params = { hotel: hotel.slug, code }
  const back = useAction(async ({ id, amountCents, method }: Payment) => {
    const body = { amountCents: -amountCents, method, takesBack: id }
    // The Idempotency-Key is of the payment, so it is reversed once, also if it is sent again after a lost answer.
    onDesk?.(await call('notePayment', params, { body, key: `back-${id}` }))
  })
  return (
    <MoneyCard
      booking={booking}
      action={
        onDesk && (
          <Button aria-expanded={paying.asked > 0} onClick={paying.ask}>
            {t('desk.pay')}
          </Button>
        )
      }
      paid={
        <>
          {desk.payments.map((each) => (
            <PaymentLine
              key={each.id}
              {...{ hotel, booking, payment: each }}
              onBack={onDesk && (() => back.run(each))}
              isBusy={back.isBusy}
            />
          ))}
          <Line
            look={dueCents > 0 ? 'is-due' : 'is-paid'}
            name={t(dueCents < 0 ? 'desk.over' : 'desk.due')}
          >
            {money(Math.abs(dueCents), currency)}
          </Line>
        </>
      }
    >
      <ProblemNote problem={back.problem} />
      {onDesk && paying.asked > 0 && <NewPayment {...{ params, currency, desk, onDesk, paying }} />}
    </MoneyCard>
  )
}

type PaymentLineProps = Pick<PaymentsProps, 'hotel' | 'booking'> & {
  payment: Payment
  onBack: (() => void) | undefined
  isBusy: boolean
}

/** A payment as it lowers what is due, and the button that takes it back. */
function PaymentLine({ hotel, booking, payment, onBack, isBusy }: PaymentLineProps) {
  const { id, at, actor, note, method, takesBack, amountCents } = payment
  const { currency, desk } = booking
  const wasBack = desk.payments.some((each) => each.takesBack === id)
  const column = desk.payments.map((each) => each.amountCents)
  const more = [
    t(`desk.method.${method}`),
    dateTime(at, hotel.timezone),
    ...[actor.name, note, takesBack && t('desk.takesBack'), wasBack && t('desk.wasTakenBack')],
  ]
  return (
    <Line
      look="payment"
      name={t('desk.paid')}
      more={
        <>
          {more.filter(Boolean).join(' · ')}{' '}
          {onBack && !wasBack && takesBack === null && (
            <Button kind="quiet" isBusy={isBusy} onClick={onBack}>
              {t('desk.takeBack')}
            </Button>
          )}
        </>
      }
    >
      {money(-amountCents, currency, column)}
    </Line>
  )
}

type NewPaymentProps = {
  params: Params<'notePayment'>
  currency: string
  desk: WholeDesk
  onDesk: (desk: WholeDesk) => void
  paying: Paying
}

/** Records a payment; the amount due is filled in at first. */
function NewPayment({ params, currency, desk, onDesk, paying }: NewPaymentProps) {
  const { paidCents, dueCents, payments } = desk
  // A typed amount holds only as long as the amount paid is the one that it was typed beside.
  const [typed, setTyped] = useState<{ text: string; paidCents: number }>()
  const due = dueCents > 0 ? amount(dueCents, currency) : ''
  const text = typed?.paidCents === paidCents ? typed.text : due
  const [method, setMethod] = useState<Method>('card')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  // The id is also the Idempotency-Key: a payment that is sent again after a lost answer is recorded once.
  const id = useRef(crypto.randomUUID())
  const sent = useRef<string>(undefined)
  useAsked((text !== '' && text !== due) || note !== '', asksToGo)
  // A negative amount is a refund.
  const amountCents = parseSigned(text, (plain) => parseMoney(plain, currency))
  const { run, isBusy, problem } = useAction(async () => {
    setTried(true)
    if (!amountCents) return
    sent.current = id.current
    const said = note.trim() !== '' && { note: note.trim() }
    const body = { amountCents, method, id: id.current, ...said }
    const after = await call('notePayment', params, { body, key: id.current })
    begin(after.paidCents)
    onDesk(after)
    if (after.dueCents === 0) paying.close()
  })
  // A payment whose answer was lost is seen in the list; text typed since then is another payment.
  const isNoted = payments.some((each) => each.id === sent.current)
  useEffect(() => {
    if (isNoted && sent.current === id.current) begin(paidCents)
  }, [isNoted])
  // The empty form keeps a second Enter from paying again.
  const begin = (paid: number) => {
    write('', paid)
    setNote('')
    setTried(false)
  }
  const write = (value: string, paid = paidCents) => {
    id.current = crypto.randomUUID()
    setTyped({ text: value, paidCents: paid })
  }
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = frame.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [paying.asked])
  return (
    <div ref={frame} class="pay-form">
      <SmallForm
        isQuiet
        action={t('desk.payDo')}
        send={run}
        isBusy={isBusy}
        problem={problem?.errors.length || isNoted ? undefined : problem}
      >
        <div class="form-row">
          <TextField
            label={t('desk.amount')}
            inputMode="decimal"
            value={text}
            problem={problem}
            path="/amountCents"
            error={isTried && !amountCents ? t('desk.wrongAmount') : undefined}
            onText={(value) => write(value)}
          />
          <SelectField
            label={t('desk.method')}
            value={method}
            options={choicesOf(PAYMENT_METHODS, (value) => t(`desk.method.${value}`))}
            onPick={setMethod}
          />
          <TextField label={t('desk.payNote')} maxLength={200} value={note} onText={setNote} />
        </div>
        <p class="hint">{t('desk.payTold')}</p>
      </SmallForm>
      <Button kind="quiet" onClick={paying.close}>
        {t('action.cancel')}
      </Button>
    </div>
  )
}
