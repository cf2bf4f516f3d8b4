import { useState } from 'preact/hooks'
import { addDays, type CalendarDate } from '../../../domain/date.ts'
import { api } from '../../lib/api.ts'
import { todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { Hotel, Room } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, useFocusFlaw } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { Secret, Snippets } from './secret.tsx'

type Props = { hotel: Hotel; onMade: () => void; onClose: () => void }

/** Asks for a name and an expiry, then shows the key this once with what can be done with it. */
export function NewKey({ hotel, onMade, onClose }: Props) {
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const [secret, setSecret] = useState<string>()
  const { run, isBusy, problem } = useAction(async () => {
    const expiresAt = expires === '' ? undefined : new Date(`${expires}T23:59:59Z`).toISOString()
    const body = { name, ...(expiresAt && { expiresAt }) }
    const query = { hotel: hotel.slug }
    const made = await api.post<{ secret: string }>('/v1/panel/api-keys', { query, body })
    setSecret(made.secret)
    onMade()
  })
  useFocusFlaw(problem)
  if (secret) return <MadeKey hotel={hotel} secret={secret} onClose={onClose} />
  return (
    <Dialog
      title={t('channel.key.make')}
      onClose={onClose}
      onSubmit={run}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('channel.key.make')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('channel.key.name')}
        hint={t('channel.key.nameHint')}
        value={name}
        onText={setName}
        maxLength={200}
        problem={problem}
        path="/name"
      />
      <TextField
        label={t('channel.key.expires')}
        hint={t('channel.key.expiresHint')}
        type="date"
        min={todayIn(hotel.timezone)}
        value={expires}
        onText={setExpires}
        problem={problem}
        path="/expiresAt"
      />
      <ProblemNote problem={problem} />
    </Dialog>
  )
}

function MadeKey({
  hotel,
  secret,
  onClose,
}: {
  hotel: Hotel
  secret: string
  onClose: () => void
}) {
  const night = addDays(todayIn(hotel.timezone) as CalendarDate, 30)
  return (
    <Dialog
      title={t('channel.key.isMade')}
      onClose={onClose}
      isWide
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('channel.kept')}
        </Button>
      }
    >
      <p class="note warn">{t('channel.key.once')}</p>
      <Secret label={t('channel.key.secret')} text={secret} />
      <TryKey hotel={hotel} secret={secret} night={night} />
      <h3>{t('channel.byHand')}</h3>
      <Snippets
        snippets={{
          [t('channel.curl.pull')]:
            `curl -H 'Authorization: Bearer ${secret}' \\\n  '${location.origin}/v1/partner/availability?from=${night}&to=${night}'`,
          [t('channel.curl.push')]:
            `curl -X PUT -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\\n  ${location.origin}/v1/partner/availability \\\n  -d '{"updates":[{"roomCode":"DBL","date":"${night}","available":4,"priceCents":12900}]}'`,
        }}
      />
    </Dialog>
  )
}

/** Pushes a price with the new key, as the partner will. */
function TryKey({ hotel, secret, night }: { hotel: Hotel; secret: string; night: CalendarDate }) {
  const [price, setPrice] = useState('')
  const [said, setSaid] = useState<{ status: number; text: string }>()
  const { run, isBusy, problem } = useAction(async () => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const { rooms } = await (await fetch('/v1/partner/rooms', { headers })).json()
    const [room] = rooms as Room[]
    const priceCents = Math.round(Number(price.replace(',', '.')) * 100)
    const update = { roomCode: room?.roomCode ?? '', date: night, available: 1, priceCents }
    const answer = await fetch('/v1/partner/availability', {
      method: 'PUT',
      headers,
      body: JSON.stringify({ updates: [update] }),
    })
    setSaid({ status: answer.status, text: JSON.stringify(await answer.json(), null, 2) })
  })
  return (
    <section class="card stack" aria-labelledby="try-key">
      <h3 id="try-key">{t('channel.try')}</h3>
      <p class="dim">{t('channel.tryText', { date: night })}</p>
      <div class="beside">
        <TextField
          label={t('channel.tryPrice', { currency: hotel.currency })}
          inputMode="decimal"
          value={price}
          onText={setPrice}
        />
        <Button isBusy={isBusy} onClick={() => run()}>
          {t('channel.trySend')}
        </Button>
      </div>
      <ProblemNote problem={problem} />
      {said && (
        <div role="status">
          <p>{t('channel.tryAnswer', { status: said.status })}</p>
          <Snippets snippets={{ answer: said.text }} />
          <a href={href({ view: 'calendar', query: { from: night } })}>{t('channel.trySee')}</a>
        </div>
      )}
    </section>
  )
}
