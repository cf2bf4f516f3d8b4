import { useState } from 'preact/hooks'
import type { Delivery, Webhook, WholeHotel } from '../../../client/call.ts'
import { addDays } from '../../../domain/kernel/date.ts'
import { call } from '../../lib/api.ts'
import { dateTime, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useList } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { textColumn, timeColumn } from '../../parts/columns.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx'
import { Empty, ProblemNote } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { type Column, PagedTable } from '../../parts/table.tsx'
import { say } from '../../parts/toast.tsx'
import { BookingLink, DeliveryBadge, DeliveryDialog } from './delivery.tsx'
import { instantIn } from './instant.ts'
import { outcomeOf } from './model.ts'

type State = Delivery['state'] | ''
type EndpointProps = { hotel: WholeHotel; webhook: Webhook }

/** The deliveries to an endpoint, newest first, with their outcome and a way to send them again. */
export function Deliveries({ hotel, webhook }: EndpointProps) {
  const [state, setState] = useState<State>('')
  const of = { hotel: hotel.slug, id: webhook.id }
  const pages = useList('listPanelWebhookDeliveries', { ...of, state: state || undefined })
  const open = (deliveryId: string) =>
    openDialog((close) => (
      <DeliveryDialog
        timezone={hotel.timezone}
        of={{ ...of, deliveryId }}
        onSent={pages.reload}
        onClose={close}
      />
    ))
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
        columns={columnsOf(hotel.timezone, open)}
        empty={<Empty title={t('list.none')}>{t('channel.delivery.noneText')}</Empty>}
      />
    </section>
  )
}

/** Sends everything since a day again, after a question that says what this means. */
function Replay({ hotel, webhook, onDone }: EndpointProps & { onDone: () => void }) {
  const { slug, timezone } = hotel
  const today = todayIn(timezone)
  const [day, setDay] = useState<string>(addDays(today, -1))
  const { run, problem } = useAction(async (since: string) => {
    const of = { hotel: slug, id: webhook.id }
    const { queued } = await call('replayPanelWebhook', of, { body: { since } })
    say(t('channel.replay.queued', { count: queued }))
    onDone()
  })
  const ask = () => {
    const since = instantIn(day, '00:00', timezone)
    return openDialog((close) => (
      <Confirm
        title={t('channel.replay.title')}
        action={t('channel.replay.send')}
        kind="primary"
        // The field of the day says what is wrong with it: the question closes either way.
        act={() => run(since).then(() => close())}
        onClose={close}
      >
        <p class="address">{webhook.url}</p>
        <p>{t('channel.replay.text', { at: dateTime(since, timezone) })}</p>
        <p>{t('channel.replay.twice')}</p>
      </Confirm>
    ))
  }
  return (
    <div class="filters">
      <TextField
        label={t('channel.replay.since')}
        type="date"
        max={today}
        value={day}
        onText={setDay}
        problem={problem}
        path="/since"
      />
      <Button disabled={day === ''} onClick={ask}>
        {t('channel.replay.send')}
      </Button>
      <ProblemNote problem={problem} />
    </div>
  )
}

const columnsOf = (timezone: string, open: (id: string) => void): Column<Delivery>[] => [
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
  textColumn(t('list.state'), DeliveryBadge),
  timeColumn(t('channel.delivery.at'), ({ createdAt }) => createdAt, timezone),
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
            {t('channel.delivery.next', { at: dateTime(nextAttemptAt, timezone) })}
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
