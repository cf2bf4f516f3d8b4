import type { Delivery, WholeDelivery, WholeHotel } from '../../../client/call.ts'
import { api } from '../../lib/api.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useGet } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Badge, Loading, ProblemNote } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import { detailOf, outcomeOf } from './model.ts'

type WholeProps = { hotel: WholeHotel; path: string; onClose: () => void; onSent: () => void }

/** One delivery with its body and the headers and answer of each attempt. */
export function DeliveryDialog({ hotel, path, onClose, onSent }: WholeProps) {
  const query = { hotel: hotel.slug }
  const { data, problem, reload } = useGet<WholeDelivery>(path, query)
  const again = useAction(async () => {
    await api.post(`${path}/redeliver`, { query })
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
        <AttemptCard key={attempt.number} hotel={hotel} attempt={attempt} />
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

/** How a delivery stands. */
export const DeliveryBadge = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge tone={TONES[state]}>{t(`channel.state.${state}`)}</Badge>
)

/** The booking that an event tells of; nothing for one that tells of none. */
export function BookingLink({ delivery: { bookingCode, revision } }: { delivery: Delivery }) {
  if (!bookingCode) return null
  return (
    <a href={href({ view: 'bookings', rest: [bookingCode] })}>
      {bookingCode}
      {revision !== null && ` · ${t('booking.revision', { revision })}`}
    </a>
  )
}

function AttemptCard({
  hotel,
  attempt,
}: {
  hotel: WholeHotel
  attempt: WholeDelivery['attempts'][number]
}) {
  const { number, at, durationMs, headers, answer } = attempt
  const detail = detailOf(attempt)
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <section class="card">
      <h3>
        {t('channel.delivery.attempt', { number })} · {outcomeOf(attempt)}
      </h3>
      <p class="dim">
        {dateTime(at, hotel.timezone)} · {durationMs} ms
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

/** As it was sent, but that JSON is indented, which it then says. */
function Text({ text }: { text: string }) {
  const shown = indent(text)
  return (
    <>
      {shown !== text && <p class="dim">{t('channel.delivery.indented')}</p>}
      <pre>{shown}</pre>
    </>
  )
}

/** JSON with one value a line; anything else, and what would then read differently, as it is. */
function indent(text: string): string {
  try {
    const indented = JSON.stringify(JSON.parse(text), null, 2)
    return withoutSpaces(indented) === withoutSpaces(text) ? indented : text
  } catch {
    return text
  }
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
