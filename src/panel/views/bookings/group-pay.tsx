import { useRef, useState } from 'preact/hooks'
import type { PanelBookingGroup, WholeDesk, WholeHotel } from '../../../client/call.ts'
import { PAYMENT_METHODS } from '../../../domain/bookings/desk.ts'
import { call } from '../../lib/api.ts'
import { amount, money, parseMoney } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx'
import { deskDue, type Share, sharesOf } from './parts/due.ts'
import { isStanding } from './status.tsx'

type Method = WholeDesk['payments'][number]['method']

type PayGroupProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onClose: () => void
}

/** What the desk has to take for all stays of a reservation, in minor units. */
export const groupDue = ({ bookings }: PanelBookingGroup): number =>
  bookings.reduce((sum, booking) => sum + Math.max(0, deskDue(booking)), 0)

/** Records one payment for the whole reservation: it is noted with its stays, each up to what is due of it. */
export function PayGroup({ hotel, group, reload, onClose }: PayGroupProps) {
  const { code, currency } = group
  const [stays] = useState(() => payers(group))
  const [text, setText] = useState(() => amount(groupDue(group), currency))
  const [method, setMethod] = useState<Method>('card')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const amountCents = parseMoney(text, currency)
  const isWrong = !amountCents || amountCents < 0
  /** What was sent first: the ids are the Idempotency-Keys, so a part whose answer was lost is noted once. */
  const sent = useRef<{ of: string; shares: (Share & { id: string })[] }>(undefined)
  const pay = async () => {
    setTried(true)
    if (isWrong) return undefined
    const said = note.trim() !== '' && { note: note.trim() }
    const of = JSON.stringify([amountCents, method, said])
    if (sent.current?.of !== of)
      sent.current = {
        of,
        shares: sharesOf(stays, amountCents).map((share) => ({
          ...share,
          id: crypto.randomUUID(),
        })),
      }
    try {
      for (const { code, amountCents, id } of sent.current.shares) {
        const body = { amountCents, method, id, ...said }
        await call('notePayment', { hotel: hotel.slug, code }, { body, key: id })
      }
    } finally {
      reload()
    }
    return t('group.paid', { amount: money(amountCents, currency), code })
  }
  return (
    <Confirm
      title={t('desk.pay')}
      action={t('desk.payDo')}
      kind="primary"
      isWide
      act={pay}
      onClose={onClose}
    >
      {(problem) => (
        <>
          <div class="form-row">
            <TextField
              label={t('desk.amount')}
              inputMode="decimal"
              value={text}
              onText={setText}
              problem={problem}
              path="/amountCents"
              error={isTried && isWrong ? t('desk.wrongAmount') : undefined}
            />
            <SelectField
              label={t('desk.method')}
              value={method}
              options={choicesOf(PAYMENT_METHODS, (value) => t(`desk.method.${value}`))}
              onPick={setMethod}
            />
            <TextField
              label={t('desk.payNote')}
              maxLength={200}
              value={note}
              onText={setNote}
              problem={problem}
              path="/note"
            />
          </div>
          <p class="hint">{t('group.payTold')}</p>
        </>
      )}
    </Confirm>
  )
}

/** The stays that a payment is noted with; what is paid beyond all dues stands with the first that is not over. */
function payers({ bookings }: PanelBookingGroup) {
  const owing = bookings.filter((booking) => isStanding(booking) || deskDue(booking) > 0)
  return owing.length > 0 ? owing : bookings
}
