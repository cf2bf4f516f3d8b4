import { useState } from 'preact/hooks'
import { addDays, type CalendarDate } from '../../../domain/date.ts'
import { api, type Page } from '../../lib/api.ts'
import { date, parseMoney, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useGet } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { Availability, Hotel, Room } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { TextField } from '../../parts/field.tsx'
import { Empty, ProblemNote } from '../../parts/note.tsx'
import { instantIn } from './instant.ts'
import { ShownOnce, Snippets } from './secret.tsx'

const PATH = '/v1/partner/availability'

type Props = { hotel: Hotel; onMade: () => void; onClose: () => void }

/** Asks for a name and an expiry, then shows the key this once with what can be done with it. */
export function NewKey({ hotel, onMade, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  if (secret) return <MadeKey hotel={hotel} secret={secret} onClose={onClose} />
  return (
    <EntityForm
      title={t('channel.key.make')}
      action={t('channel.key.make')}
      fields={[
        {
          name: 'name',
          label: t('list.name'),
          hint: t('channel.key.nameHint'),
          kind: { control: { maxLength: 200 } },
        },
        {
          name: 'expiresAt',
          label: t('channel.key.expires'),
          hint: t('channel.key.expiresHint'),
          kind: {
            control: { type: 'date', min: todayIn(hotel.timezone) },
            // The last minute of a day of the hotel's.
            read: (day) => day && instantIn(day, '23:59', hotel.timezone),
          },
        },
      ]}
      send={async (body) => {
        const query = { hotel: hotel.slug }
        const made = await api.post<{ secret: string }>('/v1/panel/api-keys', { query, body })
        setSecret(made.secret)
        onMade()
      }}
      onClose={onClose}
    />
  )
}

type MadeKeyProps = { hotel: Hotel; secret: string; onClose: () => void }

function MadeKey({ hotel, secret, onClose }: MadeKeyProps) {
  const night = addDays(todayIn(hotel.timezone), 30)
  const query = { hotel: hotel.slug }
  const { data, problem, reload } = useGet<Page<Room>>('/v1/panel/rooms', query)
  const room = data?.items.find(({ active }) => active)
  return (
    <ShownOnce
      title={t('channel.key.isMade')}
      note={t('channel.key.once')}
      label={t('channel.key.secret')}
      secret={secret}
      onClose={onClose}
    >
      <ProblemNote problem={problem} onRetry={reload} />
      {data && !room && <Empty title={t('calendar.noRooms')}>{t('calendar.noRoomsText')}</Empty>}
      {room && <TryKey room={room} secret={secret} night={night} />}
      {room && (
        <>
          <h3>{t('channel.byHand')}</h3>
          <Snippets snippets={curls(room.roomCode, secret, night)} />
        </>
      )}
    </ShownOnce>
  )
}

function curls(roomCode: string, secret: string, night: CalendarDate): Record<string, string> {
  const address = location.origin + PATH
  const bearer = `-H 'Authorization: Bearer ${secret}'`
  const body = JSON.stringify({
    updates: [{ roomCode, date: night, available: 4, priceCents: 12_900 }],
  })
  return {
    [t('channel.curl.pull')]: `curl ${bearer} \\\n  '${address}?from=${night}&to=${night}'`,
    [t('channel.curl.push')]:
      `curl -X PUT ${bearer} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}' \\\n  ${address}`,
  }
}

type TryKeyProps = { room: Room; secret: string; night: CalendarDate }

/** Pushes a price with the new key, as the partner will. */
function TryKey({ room, secret, night }: TryKeyProps) {
  const { roomCode, currency } = room
  const [price, setPrice] = useState('')
  const [said, setSaid] = useState<{ status: number; text: string }>()
  const priceCents = parseMoney(price, currency)
  const { run, isBusy, problem } = useAction(async () => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const pulled = await fetch(`${PATH}?from=${night}&to=${night}`, { headers })
    const { rooms } = (await pulled.json()) as Availability
    const available = rooms.find((each) => each.roomCode === roomCode)?.days[0]?.available ?? 0
    const update = { roomCode, date: night, available, priceCents }
    const body = JSON.stringify({ updates: [update] })
    const answer = await fetch(PATH, { method: 'PUT', headers, body })
    setSaid({ status: answer.status, text: JSON.stringify(await answer.json(), null, 2) })
  })
  return (
    <section class="card" aria-labelledby="try-key">
      <h3 id="try-key">{t('channel.try')}</h3>
      <p class="dim">{t('channel.tryText', { room: room.name, date: date(night) })}</p>
      <div class="filters">
        <TextField
          label={t('channel.tryPrice', { currency })}
          inputMode="decimal"
          value={price}
          onText={setPrice}
          error={price !== '' && priceCents === undefined ? t('calendar.wrong.price') : undefined}
        />
        <Button isBusy={isBusy} disabled={priceCents === undefined} onClick={() => run()}>
          {t('channel.trySend')}
        </Button>
      </div>
      <ProblemNote problem={problem} />
      {said && (
        <div role="status">
          <p>{t('channel.tryAnswer', { status: said.status })}</p>
          <Snippets snippets={{ answer: said.text }} />
          <a
            href={href({ view: 'calendar', query: { from: night } })}
            target="_blank"
            rel="noopener"
          >
            {t('channel.trySee')}
          </a>
        </div>
      )}
    </section>
  )
}
