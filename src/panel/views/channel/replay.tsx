import { useState } from 'preact/hooks'
import type { Webhook, WholeHotel } from '../../../client/call.ts'
import { addDays } from '../../../domain/kernel/date.ts'
import { api } from '../../lib/api.ts'
import { dateTime, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import { instantIn } from './instant.ts'

type Props = { hotel: WholeHotel; webhook: Webhook; onDone: () => void }

/** Sends everything since a day again, once it was said what that means. */
export function Replay({ hotel, webhook, onDone }: Props) {
  const { slug, timezone } = hotel
  const today = todayIn(timezone)
  const [day, setDay] = useState<string>(addDays(today, -1))
  const [since, setSince] = useState<string>()
  const { run, problem } = useAction(async () => {
    const path = `/v1/panel/webhooks/${webhook.id}/replay`
    const how = { query: { hotel: slug }, body: { since } }
    const { queued } = await api.post<{ queued: number }>(path, how)
    say(t('channel.replay.queued', { count: queued }))
    onDone()
  })
  const send = async () => {
    await run()
    // What is wrong with the day is said at its field.
    setSince(undefined)
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
      <Button disabled={day === ''} onClick={() => setSince(instantIn(day, '00:00', timezone))}>
        {t('channel.replay.send')}
      </Button>
      <ProblemNote problem={problem} />
      {since && (
        <Confirm
          title={t('channel.replay.title')}
          action={t('channel.replay.send')}
          kind="primary"
          act={send}
          onClose={() => setSince(undefined)}
        >
          <p class="address">{webhook.url}</p>
          <p>{t('channel.replay.text', { at: dateTime(since, timezone) })}</p>
          <p>{t('channel.replay.twice')}</p>
        </Confirm>
      )}
    </div>
  )
}
