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
import { Facts } from '../../../parts/facts.tsx'
import { choicesOf, SelectField, TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { SmallForm } from '../../../parts/small-form.tsx'

type Payment = WholeDesk['payments'][number]
type Method = Payment['method']

type PaymentsProps = {
  hotel: WholeHotel
  booking: BookingTrail
  /** Gets the desk's data as they now are; undefined for a reader who may not write. */
  onDesk: ((desk: WholeDesk) => void) | undefined
}

/** The amounts paid and due, and the recorded payments; a wrong payment is reversed by a second one. */
export function Payments({ hotel, booking, onDesk }: PaymentsProps) {
  const { code, currency, desk } = booking
  const { paidCents, dueCents, payments } = desk
  const column = [...payments.map(({ amountCents }) => amountCents), dueCents]
  const params = { hotel: hotel.slug, code }
  const back = useAction(async ({ id, amountCents, method }: Payment) => {
    const body = { amountCents: -amountCents, method, takesBack: id }
    // The Idempotency-Key is of the payment, so it is reversed once, also if it is sent again after a lost answer.
    onDesk?.(await call('notePayment', params, { body, key: `back-${id}` }))
  })
  const isBack = ({ id }: Payment) => payments.some(({ takesBack }) => takesBack === id)
  return (
    <section class="card">
      <h2>{t('desk.payments')}</h2>
      <Facts
        pairs={[
          [t('bookings.total'), money(booking.totalPriceCents, currency)],
          [t('desk.paid'), money(paidCents, currency)],
          [
            t(dueCents < 0 ? 'desk.over' : 'desk.due'),
            <strong>{money(Math.abs(dueCents), currency)}</strong>,
          ],
        ]}
      />
      {payments.length === 0 ? (
        <p class="dim">{t('desk.noPayments')}</p>
      ) : (
        <table class="payments">
          <caption class="sr-only">{t('desk.payments')}</caption>
          <tbody>
            {payments.map((each) => (
              <tr key={each.id}>
                <td>
                  {t(`desk.method.${each.method}`)}{' '}
                  <span class="dim">
                    {dateTime(each.at, hotel.timezone)}
                    {each.actor.name && ` · ${each.actor.name}`}
                    {each.note && ` · ${each.note}`}
                    {each.takesBack && ` · ${t('desk.takesBack')}`}
                  </span>
                </td>
                <td class="number">{money(each.amountCents, currency, column)}</td>
                <td class="number">
                  {isBack(each) ? (
                    <span class="dim">{t('desk.wasTakenBack')}</span>
                  ) : (
                    onDesk &&
                    each.takesBack === null && (
                      <Button kind="quiet" isBusy={back.isBusy} onClick={() => back.run(each)}>
                        {t('desk.takeBack')}
                      </Button>
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ProblemNote problem={back.problem} />
      {onDesk && <NewPayment {...{ params, currency, desk, onDesk }} />}
    </section>
  )
}

type NewPaymentProps = {
  params: Params<'notePayment'>
  currency: string
  desk: WholeDesk
  onDesk: (desk: WholeDesk) => void
}

/** Records a payment; the amount due is filled in at first. */
function NewPayment({ params, currency, desk, onDesk }: NewPaymentProps) {
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
  return (
    <SmallForm
      isQuiet
      action={t('desk.pay')}
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
  )
}
