import { useState } from 'preact/hooks'
import type { Delivery, Webhook, WholeHotel } from '../../../client/call.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { choicesOf, SelectField } from '../../parts/field.tsx'
import { Empty } from '../../parts/note.tsx'
import { type Column, PagedTable } from '../../parts/table.tsx'
import { BookingLink, DeliveryBadge, DeliveryDialog } from './delivery.tsx'
import { outcomeOf } from './model.ts'
import { Replay } from './replay.tsx'

type State = Delivery['state'] | ''

/** What was sent to an endpoint, newest first, what came of it, and how to send it again. */
export function Deliveries({ hotel, webhook }: { hotel: WholeHotel; webhook: Webhook }) {
  const path = `/v1/panel/webhooks/${webhook.id}/deliveries`
  const [state, setState] = useState<State>('')
  const [opened, setOpened] = useState<string>()
  const pages = usePages<Delivery>(path, { hotel: hotel.slug, state: state || undefined })
  return (
    <section class="stack" aria-labelledby="deliveries">
      <p>
        <a href={href({ rest: ['webhooks'] })}>{t('channel.delivery.back')}</a>
      </p>
      <div class="view-head">
        <h2 id="deliveries">{t('channel.hook.deliveries')}</h2>
        <SelectField<State>
          label={t('list.state')}
          value={state}
          options={choicesOf(['', 'pending', 'delivered', 'failed'], (value) =>
            t(value === '' ? 'list.any' : `channel.state.${value}`),
          )}
          onPick={setState}
        />
      </div>
      <p class="address dim">{webhook.url}</p>
      <Replay hotel={hotel} webhook={webhook} onDone={pages.reload} />
      <PagedTable
        pages={pages}
        caption={t('channel.hook.deliveries')}
        keyOf={({ id }) => id}
        columns={columnsOf(hotel, setOpened)}
        empty={<Empty title={t('list.none')}>{t('channel.delivery.noneText')}</Empty>}
      />
      {opened && (
        <DeliveryDialog
          hotel={hotel}
          path={`${path}/${opened}`}
          onClose={() => setOpened(undefined)}
          onSent={pages.reload}
        />
      )}
    </section>
  )
}

const columnsOf = (hotel: WholeHotel, open: (id: string) => void): Column<Delivery>[] => [
  {
    head: t('list.event'),
    isName: true,
    cell: (delivery) => (
      <span class="two">
        <code>{delivery.event}</code>
        <BookingLink delivery={delivery} />
      </span>
    ),
  },
  { head: t('list.state'), cell: DeliveryBadge },
  { head: t('channel.delivery.at'), cell: ({ createdAt }) => dateTime(createdAt, hotel.timezone) },
  {
    head: t('channel.delivery.attempts'),
    cell: ({ attempts, nextAttemptAt }) => (
      <span class="two">
        <span>{t('channel.delivery.count', { count: attempts.length })}</span>
        {attempts.length > 0 && (
          <span>{t('channel.delivery.last', { outcome: outcomeOf(attempts.at(-1)!) })}</span>
        )}
        {nextAttemptAt && (
          <span class="dim">
            {t('channel.delivery.next', { at: dateTime(nextAttemptAt, hotel.timezone) })}
          </span>
        )}
      </span>
    ),
  },
  {
    head: t('list.actions'),
    cell: ({ id, event }) => (
      <Button aria-label={`${t('channel.delivery.open')}: ${event} ${id}`} onClick={() => open(id)}>
        {t('channel.delivery.open')}
      </Button>
    ),
  },
]
