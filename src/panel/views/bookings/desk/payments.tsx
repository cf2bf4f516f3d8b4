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
import { SelectField, TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { SmallForm } from '../../../parts/small-form.tsx'

type Payment = WholeDesk['payments'][number]
type Method = Payment['method']

type PaymentsProps = {
  hotel: WholeHotel
  booking: BookingTrail
  /** Is given what the desk keeps by now; left out: who looks may not write. */
  onDesk: ((desk: WholeDesk) => void) | undefined
}

/** What was paid and what is due, and the payments that were noted; a wrong one is taken back. */
export function Payments({ hotel, booking, onDesk }: PaymentsProps) {
  const { code, currency, desk } = booking
  const { paidCents, dueCents, payments } = desk
  const column = [...payments.map(({ amountCents }) => amountCents), dueCents]
  const params = { hotel: hotel.slug, code }
  const back = useAction(async ({ id, amountCents, method }: Payment) => {
    const body = { amountCents: -amountCents, method, takesBack: id }
    // Each payment is taken back once: sent again after an answer that was lost it is answered the same.
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

/** Notes a payment, of what is due unless something else is typed. */
function NewPayment({ params, currency, desk, onDesk }: NewPaymentProps) {
  const { paidCents, dueCents, payments } = desk
  // What was typed is meant beside what was paid then.
  const [typed, setTyped] = useState<{ text: string; paidCents: number }>()
  const due = dueCents > 0 ? amount(dueCents, currency) : ''
  const text = typed?.paidCents === paidCents ? typed.text : due
  const [method, setMethod] = useState<Method>('card')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  // A number of its own: sent again after an answer that was lost it is the same payment.
  const id = useRef(crypto.randomUUID())
  const sent = useRef<string>(undefined)
  useAsked((text !== '' && text !== due) || note !== '', asksToGo)
  // Below 0 it is given back.
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
  // Also when the answer was lost; what was typed since is another payment.
  const isNoted = payments.some((each) => each.id === sent.current)
  useEffect(() => {
    if (isNoted && sent.current === id.current) begin(paidCents)
  }, [isNoted])
  // A second Enter pays nothing more.
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
          options={PAYMENT_METHODS.map((value) => ({ value, text: t(`desk.method.${value}`) }))}
          onPick={setMethod}
        />
        <TextField label={t('desk.payNote')} maxLength={200} value={note} onText={setNote} />
      </div>
      <p class="hint">{t('desk.payTold')}</p>
    </SmallForm>
  )
}
