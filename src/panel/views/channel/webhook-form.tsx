import { useState } from 'preact/hooks'
import { EVENTS, EVENTS_DEFAULT } from '../../../domain/webhook.ts'
import { api } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import type { Hotel } from '../../lib/types.ts'
import { CheckField, flawsUnder, TextField } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import type { Webhook } from './model.ts'
import { ShownOnce, Snippets } from './secret.tsx'
import { VERIFY } from './verify.ts'

type Props = { hotel: Hotel; webhook?: Webhook; onSaved: () => void; onClose: () => void }

/** Makes an endpoint, whose secret is then shown this once, or changes one. */
export function WebhookForm({ hotel, webhook, onSaved, onClose }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? EVENTS_DEFAULT)
  const [secret, setSecret] = useState<string>()
  const { run, isBusy, problem } = useAction(async () => {
    const how = { query: { hotel: hotel.slug }, body: { url, description, events } }
    if (webhook) {
      await api.patch(`/v1/panel/webhooks/${webhook.id}`, how)
      onClose()
    } else setSecret((await api.post<{ secret: string }>('/v1/panel/webhooks', how)).secret)
    onSaved()
  })
  if (secret) return <NewSecret secret={secret} onClose={onClose} />
  const check = (event: string, isOn: boolean) =>
    setEvents(EVENTS.filter((each) => (each === event ? isOn : events.includes(each))))
  const wrongEvents = flawsUnder(problem, '/events')
  const title = t(webhook ? 'channel.hook.edit' : 'channel.hook.make')
  return (
    <FormDialog
      title={title}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
      onClose={() => isBusy || onClose()}
    >
      <TextField
        label={t('channel.hook.url')}
        hint={t('channel.hook.urlHint')}
        type="url"
        value={url}
        onText={setUrl}
        problem={problem}
        path="/url"
      />
      <TextField
        label={t('channel.hook.description')}
        value={description}
        onText={setDescription}
        problem={problem}
        path="/description"
      />
      <fieldset>
        <legend>{t('channel.hook.events')}</legend>
        <p class="dim">{t('channel.hook.eventsHint')}</p>
        {EVENTS.map((event) => (
          <CheckField
            key={event}
            label={event}
            checked={events.includes(event)}
            onCheck={(isOn) => check(event, isOn)}
          />
        ))}
        {wrongEvents && <p class="error">{wrongEvents}</p>}
      </fieldset>
    </FormDialog>
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
    <div class="verify">
      <p class="dim">{t('channel.secret.verifyText')}</p>
      <Snippets snippets={VERIFY} />
    </div>
  )
}
