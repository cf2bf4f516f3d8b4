import { useState } from 'preact/hooks'
import type { Webhook, WholeDelivery, WholeHotel } from '../../../client/call.ts'
import { WEBHOOKS_MAX } from '../../../domain/kernel/limits.ts'
import { api, type Page } from '../../lib/api.ts'
import { ago, dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { madeText, usedText } from '../../parts/made.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge, Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { Deliveries } from './deliveries.tsx'
import { detailOf, healthOf, outcomeOf, type TabProps } from './model.ts'
import { HowToVerify, NewSecret, WebhookForm } from './webhook-form.tsx'

/** What is asked about an endpoint; `edit` without one makes one. */
type Asked = { what: 'edit'; webhook?: Webhook } | { what: 'rotate' | 'remove'; webhook: Webhook }

/** The hotel's endpoints, or the deliveries of one of them. */
export function Webhooks({ hotel, rest }: TabProps) {
  const query = { hotel: hotel.slug }
  const { data, problem, reload } = useLoad(
    (signal) => api.get<Page<Webhook>>('/v1/panel/webhooks', { query, signal }),
    [hotel.slug, rest[0]],
  )
  const [asked, setAsked] = useState<Asked>()
  const opened = data?.items.find(({ id }) => id === rest[0])
  if (opened) return <Deliveries hotel={hotel} webhook={opened} />
  if (data && rest[0]) return <Unknown />
  const done = () => {
    setAsked(undefined)
    reload()
  }
  const make = (
    <Button kind="primary" onClick={() => setAsked({ what: 'edit' })}>
      {t('channel.hook.make')}
    </Button>
  )
  return (
    <section class="stack" aria-labelledby="webhooks">
      <div class="view-head">
        <h2 id="webhooks" class="sr-only">
          {t('channel.webhooks')}
        </h2>
        <p class="dim">{t('channel.hook.about', { count: WEBHOOKS_MAX })}</p>
        {data?.items.length !== 0 && make}
      </div>
      <ProblemNote problem={problem} onRetry={reload} />
      {data?.items.length === 0 && (
        <Empty title={t('channel.hook.none')} action={make}>
          {t('channel.hook.noneText')}
        </Empty>
      )}
      {!data && !problem && <Loading />}
      {data?.items.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          hotel={hotel}
          webhook={webhook}
          onAsk={(what) => setAsked({ what, webhook })}
          onChanged={reload}
        />
      ))}
      {data && (
        <details>
          <summary>{t('channel.secret.verify')}</summary>
          <HowToVerify />
        </details>
      )}
      {asked?.what === 'edit' && (
        <WebhookForm
          hotel={hotel}
          {...asked}
          onSaved={reload}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && asked.what !== 'edit' && <Ask hotel={hotel} {...asked} onDone={done} />}
    </section>
  )
}

const Unknown = () => (
  <Empty
    title={t('channel.hook.unknown')}
    action={<a href={href({ rest: ['webhooks'] })}>{t('channel.delivery.back')}</a>}
  >
    {t('channel.hook.unknownText')}
  </Empty>
)

type CardProps = {
  hotel: WholeHotel
  webhook: Webhook
  onAsk: (what: Asked['what']) => void
  onChanged: () => void
}

function WebhookCard({ hotel, webhook, onAsk, onChanged }: CardProps) {
  const { id, url, description, events, active, pending } = webhook
  const [tone, word] = healthOf(webhook)
  const query = { hotel: hotel.slug }
  const path = `/v1/panel/webhooks/${id}`
  const [tested, setTested] = useState<WholeDelivery>()
  const test = useAction(async () => {
    setTested(await api.post<WholeDelivery>(`${path}/test`, { query }))
    onChanged()
  })
  const toggle = useAction(async () => {
    await api.patch(path, { query, body: { active: !active } })
    onChanged()
  })
  const ask = (what: Asked['what'], isDanger = false) => ({
    ...{ text: t(`channel.hook.${what}`), isDanger, run: () => onAsk(what) },
  })
  const items = [
    ...(webhook.vendorId ? [] : [ask('edit'), ask('rotate')]),
    {
      text: t(active ? 'channel.hook.switchOff' : 'channel.hook.switchOn'),
      run: () => void toggle.run(),
    },
    ask('remove', true),
  ]
  return (
    <article class="card">
      <header class="view-head">
        <h3 class="address">{url}</h3>
        <Badge tone={tone}>{t(word)}</Badge>
        {webhook.vendorId && <Badge tone="info">{t('vendor.one')}</Badge>}
      </header>
      {description !== '' && <p>{description}</p>}
      <p class="dim">{events.join(', ')}</p>
      <p class="dim">
        {t('channel.key.made')}: <bdi>{madeText(webhook.createdAt, webhook, hotel.timezone)}</bdi>
        {webhook.createdByKey && `, ${t('made.byKey')}`}
        {` · ${t('channel.key.lastUse')}: ${usedText(webhook)}`}
      </p>
      <p>
        {webhook.lastSuccessAt
          ? t('channel.hook.lastSuccess', { ago: ago(webhook.lastSuccessAt) })
          : t('channel.hook.noSuccess')}
        {pending > 0 && ` · ${t('channel.hook.pending', { count: pending })}`}
        {webhook.failingSince &&
          ` · ${t('channel.hook.failingSince', { at: dateTime(webhook.failingSince, hotel.timezone) })}`}
      </p>
      <div class="buttons">
        <Button isBusy={test.isBusy} onClick={() => test.run()}>
          {t('channel.hook.test')}
        </Button>
        <a class="button" href={href({ rest: ['webhooks', id] })}>
          {t('channel.hook.deliveries')}
        </a>
        <Menu name={t('admin.actionsOf', { name: url })} items={items} />
      </div>
      <ProblemNote problem={test.problem ?? toggle.problem} />
      {tested && <TestResult delivery={tested} />}
    </article>
  )
}

/** What the receiver answered to a ping. */
function TestResult({ delivery }: { delivery: WholeDelivery }) {
  const attempt = delivery.attempts.at(-1)
  const detail = attempt && detailOf(attempt)
  const isWell = delivery.state === 'delivered'
  return (
    <div role="status" class={isWell ? 'note' : 'note bad'}>
      <p>
        {attempt
          ? t(isWell ? 'channel.test.well' : 'channel.test.failed', {
              outcome: outcomeOf(attempt),
              ms: attempt.durationMs,
            })
          : t('channel.test.waiting')}
      </p>
      {detail && <p>{detail}</p>}
      {attempt?.answer && <pre>{attempt.answer}</pre>}
    </div>
  )
}

type AskProps = {
  what: 'rotate' | 'remove'
  hotel: WholeHotel
  webhook: Webhook
  onDone: () => void
}

/** Asks before an endpoint gets another secret, which is then shown this once, or is deleted. */
function Ask({ what, hotel, webhook: { id, url, pending }, onDone }: AskProps) {
  const [secret, setSecret] = useState<string>()
  const path = `/v1/panel/webhooks/${id}`
  const query = { hotel: hotel.slug }
  const rotate = async () =>
    setSecret((await api.post<{ secret: string }>(`${path}/rotate-secret`, { query })).secret)
  const remove = async () => {
    await api.delete(path, { query })
    return t('channel.hook.removed')
  }
  const isRemoval = what === 'remove'
  if (secret) return <NewSecret secret={secret} onClose={onDone} />
  return (
    <Confirm
      title={t(`channel.hook.${what}`)}
      action={t(`channel.hook.${what}`)}
      kind={isRemoval ? 'danger' : 'primary'}
      act={isRemoval ? remove : rotate}
      onClose={onDone}
    >
      {isRemoval && <p class="address">{url}</p>}
      <p>{t(`channel.hook.${what}Text`, { count: pending })}</p>
    </Confirm>
  )
}
