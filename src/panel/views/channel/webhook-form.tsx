import { useState } from 'preact/hooks'
import { EVENTS, EVENTS_DEFAULT } from '../../../domain/webhook.ts'
import { api } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, useFocusFlaw } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import type { Webhook } from './model.ts'
import { Secret, Snippets } from './secret.tsx'
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
  useFocusFlaw(problem)
  if (secret) return <NewSecret secret={secret} onClose={onClose} />
  const check = (event: string, isOn: boolean) =>
    setEvents(EVENTS.filter((each) => (each === event ? isOn : events.includes(each))))
  const title = t(webhook ? 'channel.hook.edit' : 'channel.hook.make')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={run}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('action.save')}
          </Button>
        </>
      }
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
        {EVENTS.map((event) => (
          <CheckField
            key={event}
            label={event}
            checked={events.includes(event)}
            onCheck={(isOn) => check(event, isOn)}
          />
        ))}
      </fieldset>
      <ProblemNote problem={problem} />
    </Dialog>
  )
}

/** A signing secret, this once, with how to verify by it. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={t('channel.secret.title')}
      onClose={onClose}
      isWide
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('channel.kept')}
        </Button>
      }
    >
      <p class="note warn">{t('channel.secret.once')}</p>
      <Secret label={t('channel.secret.title')} text={secret} />
      <h3>{t('channel.secret.verify')}</h3>
      <Snippets snippets={VERIFY} />
    </Dialog>
  )
}
