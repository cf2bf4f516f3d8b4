import type { Delivery, Params, WholeAttempt } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useCall } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Badge, Loading, ProblemNote } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import { detailOf, outcomeOf } from './model.ts'

type DeliveryDialogProps = {
  of: Params<'getPanelWebhookDelivery'>
  /** The time zone of the hotel. */
  timezone: string
  onClose: () => void
  onSent: () => void
}

/** One delivery with its body, and the headers and answer of each attempt. */
export function DeliveryDialog({ of, timezone, onClose, onSent }: DeliveryDialogProps) {
  const { data, problem, reload } = useCall('getPanelWebhookDelivery', of)
  const again = useAction(async () => {
    await call('redeliverPanelWebhook', of)
    say(t('channel.delivery.sent'))
    onSent()
    onClose()
  })
  return (
    <Dialog
      title={data?.event ?? t('channel.hook.deliveries')}
      onClose={onClose}
      isWide
      actions={
        <Button kind="primary" isBusy={again.isBusy} onClick={() => again.run()}>
          {t('channel.delivery.again')}
        </Button>
      }
    >
      <ProblemNote problem={problem ?? again.problem} onRetry={reload} />
      {!data && !problem && <Loading />}
      {data?.bookingCode && (
        <p>
          <BookingLink delivery={data} />
        </p>
      )}
      {data?.attempts.map((attempt) => (
        <AttemptCard key={attempt.number} timezone={timezone} attempt={attempt} />
      ))}
      {data?.body && (
        <>
          <h3>{t('channel.delivery.body')}</h3>
          <Text text={data.body} />
        </>
      )}
    </Dialog>
  )
}

const TONES = { pending: 'warn', delivered: 'good', failed: 'bad' } as const

/** The state of a delivery. */
export const DeliveryBadge = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge tone={TONES[state]}>{t(`channel.state.${state}`)}</Badge>
)

/** A link to the booking of an event; nothing for an event without one. */
export function BookingLink({ delivery: { bookingCode, revision } }: { delivery: Delivery }) {
  if (!bookingCode) return null
  return (
    <a href={href({ view: 'bookings', rest: [bookingCode] })}>
      {bookingCode}
      {revision !== null && ` · ${t('booking.revision', { revision })}`}
    </a>
  )
}

function AttemptCard({ timezone, attempt }: { timezone: string; attempt: WholeAttempt }) {
  const { number, at, durationMs, headers, answer } = attempt
  const detail = detailOf(attempt)
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <section class="card">
      <h3>
        {t('channel.delivery.attempt', { number })} · {outcomeOf(attempt)}
      </h3>
      <p class="dim">
        {dateTime(at, timezone)} · {durationMs} ms
      </p>
      {detail && <p>{detail}</p>}
      <details>
        <summary>{t('channel.delivery.headers')}</summary>
        <Text text={sent.join('\n')} />
      </details>
      {answer && (
        <details>
          <summary>{t('channel.delivery.answer')}</summary>
          <Text text={answer} />
        </details>
      )}
    </section>
  )
}

/** A text as it was sent; JSON is indented, and a line above says so. */
function Text({ text }: { text: string }) {
  const shown = indent(text)
  return (
    <>
      {shown !== text && <p class="dim">{t('channel.delivery.indented')}</p>}
      <pre>{shown}</pre>
    </>
  )
}

/** Writes JSON with one value a line; any other text, and JSON that would read differently then, stays as it is. */
function indent(text: string): string {
  try {
    const indented = JSON.stringify(JSON.parse(text), null, 2)
    return withoutSpaces(indented) === withoutSpaces(text) ? indented : text
  } catch {
    return text
  }
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
