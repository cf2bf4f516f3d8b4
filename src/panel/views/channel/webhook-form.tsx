import { useState } from 'preact/hooks'
import type { Webhook, WholeHotel } from '../../../client/call.ts'
import { EVENTS, EVENTS_DEFAULT, type EventName } from '../../../domain/webhooks/webhook.ts'
import { api } from '../../lib/api.ts'
import { programs, t } from '../../lib/i18n.ts'
import { type Drawn, EntityForm } from '../../parts/entity-form.tsx'
import { ChecksField, choicesOf } from '../../parts/field.tsx'
import { ShownOnce, Snippets } from '../../parts/secret.tsx'

type Props = { hotel: WholeHotel; webhook?: Webhook; onSaved: () => void; onClose: () => void }

/** Makes an endpoint, whose secret is then shown this once, or changes one. */
export function WebhookForm({ hotel, webhook, onSaved, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  if (secret) return <NewSecret secret={secret} onClose={onClose} />
  return (
    <EntityForm
      title={t(webhook ? 'channel.hook.edit' : 'channel.hook.make')}
      fields={[
        {
          name: 'url',
          label: t('channel.hook.url'),
          hint: t('channel.hook.urlHint'),
          kind: { control: { type: 'url' } },
        },
        { name: 'description', label: t('list.description') },
        {
          name: 'events',
          label: t('channel.hook.events'),
          hint: t('channel.hook.eventsHint'),
          initial: EVENTS_DEFAULT,
          draw: EventsField,
        },
      ]}
      // All of a new one is sent, what is empty too: no event chosen is refused.
      before={webhook ?? {}}
      send={async (body) => {
        const how = { query: { hotel: hotel.slug }, body }
        if (webhook) {
          await api.patch(`/v1/panel/webhooks/${webhook.id}`, how)
          onClose()
        } else setSecret((await api.post<{ secret: string }>('/v1/panel/webhooks', how)).secret)
        onSaved()
      }}
      onClose={onClose}
    />
  )
}

const CHOICES = choicesOf(EVENTS, (event) => event)
const EventsField = (props: Drawn<readonly EventName[]>) => (
  <ChecksField {...props} choices={CHOICES} />
)

/** A signing secret, this once, with how to verify by it. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnce
      title={t('channel.secret.title')}
      note={t('channel.secret.once')}
      label={t('channel.secret.title')}
      secret={secret}
      onClose={onClose}
    >
      <h3>{t('channel.secret.verify')}</h3>
      <HowToVerify />
    </ShownOnce>
  )
}

/** What a receiver runs on each event. */
export function HowToVerify() {
  return (
    <div class="stack">
      <p class="dim">{t('channel.secret.verifyText')}</p>
      <Snippets snippets={programs()} />
    </div>
  )
}
