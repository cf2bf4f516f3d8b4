import { useState } from 'preact/hooks'
import { EVENTS, EVENTS_DEFAULT } from '../../../domain/webhook.ts'
import { api } from '../../lib/api.ts'
import { programs, t } from '../../lib/i18n.ts'
import type { Hotel, Webhook } from '../../lib/types.ts'
import { type Drawn, EntityForm } from '../../parts/entity-form.tsx'
import { CheckField, flawsUnder } from '../../parts/field.tsx'
import { ShownOnce, Snippets } from './secret.tsx'

type Props = { hotel: Hotel; webhook?: Webhook; onSaved: () => void; onClose: () => void }

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

function EventsField({ label, value, onPick, problem, path }: Drawn<readonly string[]>) {
  const wrong = flawsUnder(problem, path)
  const check = (event: string, isOn: boolean) =>
    onPick(EVENTS.filter((each) => (each === event ? isOn : value.includes(each))))
  return (
    <fieldset>
      <legend>{label}</legend>
      <p class="dim">{t('channel.hook.eventsHint')}</p>
      {EVENTS.map((event) => (
        <CheckField
          key={event}
          label={event}
          checked={value.includes(event)}
          onCheck={(isOn) => check(event, isOn)}
        />
      ))}
      {wrong && <p class="error">{wrong}</p>}
    </fieldset>
  )
}

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
