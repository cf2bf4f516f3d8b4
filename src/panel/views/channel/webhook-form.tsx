import type { Body, Webhook } from '../../../client/call.ts'
import { EVENTS, EVENTS_DEFAULT, type EventName } from '../../../domain/webhooks/webhook.ts'
import { call } from '../../lib/api.ts'
import { programs, t } from '../../lib/i18n.ts'
import { type Drawn, EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { ChecksField, choicesOf } from '../../parts/field.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { ShownOnce, Snippets } from '../../parts/secret.tsx'

/** Creates an endpoint of a hotel and shows its secret once. */
export async function makeWebhook(hotel: string, onMade: () => void): Promise<void> {
  const secret = await openDialog<string>((close) => (
    <EntityForm
      title={t('channel.hook.make')}
      fields={fieldsOf()}
      // The whole body is sent, empty members too: the service refuses an endpoint without events.
      before={{}}
      send={async (body: Body<'createPanelWebhook'>) =>
        close((await call('createPanelWebhook', { hotel }, { body })).secret)
      }
      onClose={close}
    />
  ))
  if (!secret) return
  onMade()
  await showSecret(secret)
}

/** Changes an endpoint of a hotel. */
export const editWebhook = (hotel: string, webhook: Webhook, onSaved: () => void) =>
  openDialog((close) => (
    <EntityForm
      title={t('channel.hook.edit')}
      fields={fieldsOf()}
      before={webhook}
      send={async (body: Body<'changePanelWebhook'>) => {
        await call('changePanelWebhook', { hotel, id: webhook.id }, { body })
        close()
        onSaved()
      }}
      onClose={close}
    />
  ))

const fieldsOf = (): FormField[] => [
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
]

const CHOICES = choicesOf(EVENTS, (event) => event)
const EventsField = (props: Drawn<readonly EventName[]>) => (
  <ChecksField {...props} choices={CHOICES} />
)

/** Shows a signing secret once, with the programs that verify by it. */
export const showSecret = (secret: string) =>
  openDialog((close) => (
    <ShownOnce
      title={t('channel.secret.title')}
      note={t('channel.secret.once')}
      label={t('channel.secret.title')}
      secret={secret}
      onClose={close}
    >
      <h3>{t('channel.secret.verify')}</h3>
      <HowToVerify />
    </ShownOnce>
  ))

/** The programs that a receiver runs on each event. */
export function HowToVerify() {
  return (
    <div class="stack">
      <p class="dim">{t('channel.secret.verifyText')}</p>
      <Snippets snippets={programs()} />
    </div>
  )
}
