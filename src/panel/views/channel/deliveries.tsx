import { useState } from 'preact/hooks'
import { addDays, type CalendarDate } from '../../../domain/date.ts'
import { api, type Page } from '../../lib/api.ts'
import { dateTime, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad, usePages } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Badge, Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { say } from '../../parts/toast.tsx'
import { type Attempt, type Delivery, outcomeOf, STATES, type Webhook } from './model.ts'

type State = Delivery['state'] | ''

/** What was sent to an endpoint, newest first, what came of it, and how to send it again. */
export function Deliveries({ hotel, webhook }: { hotel: Hotel; webhook: Webhook }) {
  const path = `/v1/panel/webhooks/${webhook.id}/deliveries`
  const [state, setState] = useState<State>('')
  const [opened, setOpened] = useState<string>()
  const pages = usePages(
    (cursor, signal) =>
      api.get<Page<Delivery>>(path, {
        query: { hotel: hotel.slug, state: state || undefined, cursor },
        signal,
      }),
    [webhook.id, state],
  )
  return (
    <section class="stack" aria-labelledby="deliveries">
      <p>
        <a href={href({ rest: ['webhooks'] })}>{t('channel.delivery.back')}</a>
      </p>
      <div class="view-head">
        <h2 id="deliveries">{t('channel.hook.deliveries')}</h2>
        <SelectField<State>
          label={t('channel.state')}
          value={state}
          options={(['', 'pending', 'delivered', 'failed'] as const).map((value) => ({
            value,
            text: t(value === '' ? 'channel.state.any' : STATES[value][1]),
          }))}
          onPick={setState}
        />
      </div>
      <p class="address dim">{webhook.url}</p>
      <Replay hotel={hotel} webhook={webhook} onDone={pages.reload} />
      {pages.data?.length === 0 ? (
        <Empty title={t('channel.delivery.none')}>{t('channel.delivery.noneText')}</Empty>
      ) : (
        pages.data && (
          <Table
            caption={t('channel.hook.deliveries')}
            rows={pages.data}
            keyOf={({ id }) => id}
            columns={columnsOf(hotel, setOpened)}
          />
        )
      )}
      <Pager pages={pages} />
      {opened && (
        <Whole
          hotel={hotel}
          path={`${path}/${opened}`}
          onClose={() => setOpened(undefined)}
          onSent={pages.reload}
        />
      )}
    </section>
  )
}

const columnsOf = (hotel: Hotel, open: (id: string) => void): Column<Delivery>[] => [
  {
    head: t('channel.delivery.event'),
    isName: true,
    cell: ({ event, bookingCode, revision }) => (
      <span class="two">
        <code>{event}</code>
        {bookingCode && (
          <a href={href({ view: 'bookings', rest: [bookingCode] })}>
            {bookingCode} · {revision}
          </a>
        )}
      </span>
    ),
  },
  {
    head: t('channel.state'),
    cell: ({ state }) => <Badge tone={STATES[state][0]}>{t(STATES[state][1])}</Badge>,
  },
  { head: t('channel.delivery.at'), cell: ({ createdAt }) => dateTime(createdAt, hotel.timezone) },
  {
    head: t('channel.delivery.attempts'),
    cell: ({ attempts, nextAttemptAt }) => (
      <span class="two">
        <span>{attempts.map(outcomeOf).join(', ') || '–'}</span>
        {nextAttemptAt && (
          <span class="dim">
            {t('channel.delivery.next', { at: dateTime(nextAttemptAt, hotel.timezone) })}
          </span>
        )}
      </span>
    ),
  },
  {
    head: t('channel.actions'),
    cell: ({ id, event }) => (
      <Button aria-label={`${t('channel.delivery.open')}: ${event} ${id}`} onClick={() => open(id)}>
        {t('channel.delivery.open')}
      </Button>
    ),
  },
]

type WholeProps = { hotel: Hotel; path: string; onClose: () => void; onSent: () => void }

/** One delivery with its body and the headers and answer of each attempt. */
function Whole({ hotel, path, onClose, onSent }: WholeProps) {
  const query = { hotel: hotel.slug }
  const { data, problem, reload } = useLoad(
    (signal) => api.get<Delivery>(path, { query, signal }),
    [path],
  )
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

function AttemptCard({ hotel, attempt }: { hotel: Hotel; attempt: Attempt }) {
  const { number, at, durationMs, detail, headers, answer } = attempt
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
        <Text
          text={Object.entries(headers ?? {})
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
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

/** As it was sent. */
const Text = ({ text }: { text: string }) => <pre class="code">{text}</pre>

/** Sends everything since an instant again. */
function Replay({
  hotel,
  webhook,
  onDone,
}: {
  hotel: Hotel
  webhook: Webhook
  onDone: () => void
}) {
  const today = todayIn(hotel.timezone) as CalendarDate
  const [since, setSince] = useState<string>(addDays(today, -1))
  const { run, isBusy, problem } = useAction(async () => {
    const { queued } = await api.post<{ queued: number }>(
      `/v1/panel/webhooks/${webhook.id}/replay`,
      {
        query: { hotel: hotel.slug },
        body: { since: new Date(`${since}T00:00:00Z`).toISOString() },
      },
    )
    say(t('channel.replay.queued', { count: queued }))
    onDone()
  })
  return (
    <div class="beside">
      <TextField
        label={t('channel.replay.since')}
        type="date"
        max={today}
        value={since}
        onText={setSince}
        problem={problem}
        path="/since"
      />
      <Button isBusy={isBusy} disabled={since === ''} onClick={() => run()}>
        {t('channel.replay.send')}
      </Button>
      <ProblemNote problem={problem} />
    </div>
  )
}
