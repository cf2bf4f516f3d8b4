import { useState } from 'preact/hooks'
import type { Webhook, WholeDelivery, WholeHotel } from '../../../client/call.ts'
import { WEBHOOKS_MAX } from '../../../domain/kernel/limits.ts'
import { call } from '../../lib/api.ts'
import { ago, dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { madeText, usedText } from '../../parts/made.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge, Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import { detailOf, healthOf, outcomeOf, type TabProps } from './model.ts'
import { editWebhook, HowToVerify, makeWebhook, showSecret } from './webhook-form.tsx'

/** The hotel's endpoints, or the deliveries of one of them. */
export function Webhooks({ hotel, rest }: TabProps) {
  const { data, problem, reload } = useLoad(
    (signal) => call('listPanelWebhooks', { hotel: hotel.slug }, { signal }),
    [hotel.slug, rest[0]],
  )
  const opened = data?.items.find(({ id }) => id === rest[0])
  if (opened) return <Deliveries hotel={hotel} webhook={opened} />
  if (data && rest[0]) return <Unknown />
  const make = (
    <Button kind="primary" onClick={() => makeWebhook(hotel.slug, reload)}>
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
        <WebhookCard key={webhook.id} hotel={hotel} webhook={webhook} onChanged={reload} />
      ))}
      {data && (
        <details>
          <summary>{t('channel.secret.verify')}</summary>
          <HowToVerify />
        </details>
      )}
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

type CardProps = { hotel: WholeHotel; webhook: Webhook; onChanged: () => void }

function WebhookCard({ hotel, webhook, onChanged }: CardProps) {
  const { id, url, description, events, active, pending } = webhook
  const [tone, word] = healthOf(webhook)
  const of = { hotel: hotel.slug, id }
  const [test, setTest] = useState<WholeDelivery>()
  const sendTest = useAction(async () => {
    setTest(await call('testPanelWebhook', of))
    onChanged()
  })
  const toggle = useAction(async () => {
    await call('changePanelWebhook', of, { body: { active: !active } })
    onChanged()
  })
  const items = [
    ...(webhook.vendorId
      ? []
      : [
          {
            text: t('channel.hook.edit'),
            run: () => editWebhook(hotel.slug, webhook, onChanged),
          },
          { text: t('channel.hook.rotate'), run: () => rotate(hotel.slug, id, onChanged) },
        ]),
    {
      text: t(active ? 'channel.hook.switchOff' : 'channel.hook.switchOn'),
      run: () => void toggle.run(),
    },
    {
      text: t('channel.hook.remove'),
      isDanger: true,
      run: () => remove(hotel.slug, webhook, onChanged),
    },
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
        <Button isBusy={sendTest.isBusy} onClick={() => sendTest.run()}>
          {t('channel.hook.test')}
        </Button>
        <a class="button" href={href({ rest: ['webhooks', id] })}>
          {t('channel.hook.deliveries')}
        </a>
        <Menu name={t('admin.actionsOf', { name: url })} items={items} />
      </div>
      <ProblemNote problem={sendTest.problem ?? toggle.problem} />
      {test && <TestResult delivery={test} />}
    </article>
  )
}

/** The receiver's answer to a ping. */
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

/** Asks before an endpoint gets another secret, and shows the new one once. */
async function rotate(hotel: string, id: string, onDone: () => void): Promise<void> {
  const secret = await openDialog<string>((close) => (
    <Confirm
      title={t('channel.hook.rotate')}
      action={t('channel.hook.rotate')}
      kind="primary"
      act={async () => close((await call('rotatePanelWebhookSecret', { hotel, id })).secret)}
      onClose={close}
    >
      <p>{t('channel.hook.rotateText')}</p>
    </Confirm>
  ))
  if (!secret) return
  onDone()
  await showSecret(secret)
}

/** Asks before an endpoint is deleted. */
const remove = (hotel: string, { id, url, pending }: Webhook, onDone: () => void) =>
  openDialog((close) => (
    <Confirm
      title={t('channel.hook.remove')}
      action={t('channel.hook.remove')}
      act={async () => {
        await call('deletePanelWebhook', { hotel, id })
        onDone()
        return t('channel.hook.removed')
      }}
      onClose={close}
    >
      <p class="address">{url}</p>
      <p>{t('channel.hook.removeText', { count: pending })}</p>
    </Confirm>
  ))
