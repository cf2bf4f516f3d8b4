import { useEffect, useRef, useState } from 'preact/hooks'
import type { Params, WholeDesk } from '../../../../client/call.ts'
import { PAYMENT_METHODS } from '../../../../domain/bookings/desk.ts'
import { call } from '../../../lib/api.ts'
import { parseSigned } from '../../../lib/decimal.ts'
import { asksToGo, useAsked } from '../../../lib/entry-state.ts'
import { amount, parseMoney } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { choicesOf, SelectField, TextField } from '../../../parts/field.tsx'
import { SmallForm } from '../../../parts/small-form.tsx'

type Method = WholeDesk['payments'][number]['method']

/** The form of a payment: how often it was asked for since it was last closed; 0 is closed. */
export type Paying = { asked: number; ask: () => void; close: () => void }

/** Whether the form of a payment is open. */
export function usePaying(): Paying {
  const [asked, setAsked] = useState(0)
  return { asked, ask: () => setAsked(asked + 1), close: () => setAsked(0) }
}

type NewPaymentProps = {
  params: Params<'notePayment'>
  currency: string
  desk: WholeDesk
  onDesk: (desk: WholeDesk) => void
  paying: Paying
}

/** Records a payment. */
export function NewPayment(props: NewPaymentProps) {
  const { paying } = props
  const { text, method, note, run, isBusy, write, setMethod, setNote, wrong, problem } =
    useNewPayment(props)
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
        problem={problem?.errors.length ? undefined : problem}
      >
        <div class="form-row">
          <TextField
            label={t('desk.amount')}
            inputMode="decimal"
            value={text}
            problem={problem}
            path="/amountCents"
            error={wrong}
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

/** The fields of a payment and how it is sent; the amount due is filled in at first. */
function useNewPayment({ params, currency, desk, onDesk, paying }: NewPaymentProps) {
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
  return {
    ...{ text, method, note, run, isBusy },
    ...{ write, setMethod, setNote },
    wrong: isTried && !amountCents ? t('desk.wrongAmount') : undefined,
    problem: isNoted ? undefined : problem,
  }
}
