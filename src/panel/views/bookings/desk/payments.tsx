import type { BookingTrail, WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import { dateTime, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { isAgencyDue } from '../parts/due.ts'
import { DueLine, Line, MoneyCard } from '../parts/money.tsx'
import { NewPayment, type Paying } from './pay-form.tsx'

type Payment = WholeDesk['payments'][number]

type PaymentsProps = {
  hotel: WholeHotel
  booking: BookingTrail
  /** Gets the desk's data as they now are; undefined for a reader who may not write. */
  onDesk: ((desk: WholeDesk) => void) | undefined
  paying: Paying
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
          <DueLine {...{ dueCents, currency }} isAgencys={isAgencyDue(booking)} />
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
