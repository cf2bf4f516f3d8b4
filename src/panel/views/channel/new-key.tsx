import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { Availability, RoomType, WholeHotel } from '../../../client/call.ts'
import { SCOPES, SCOPES_DEFAULT, type Scope } from '../../../domain/accounts/scope.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import type { NewKeySchema } from '../../../http/api/key-shape.ts'
import { api, Problem } from '../../lib/api.ts'
import { date, parseMoney, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { useRooms } from '../../lib/rooms.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { type Drawn, EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { ChecksField, choicesOf, TextField } from '../../parts/field.tsx'
import { scopeText } from '../../parts/key-table.tsx'
import { Empty, ProblemNote } from '../../parts/note.tsx'
import { ShownOnce, Snippets } from '../../parts/secret.tsx'
import { instantIn } from './instant.ts'
import { networksField } from './networks.tsx'

const PATH = '/v1/partner/availability'

/** A key with its secret, this once. */
type NewKeyMade = Static<typeof NewKeySchema>

type Props = { hotel: WholeHotel; onMade: () => void; onClose: () => void }

/** Asks for a name, an expiry, rights and addresses, then shows the key this once with what can be done with it. */
export function NewKey({ hotel, onMade, onClose }: Props) {
  const [made, setMade] = useState<NewKeyMade>()
  if (made) return <MadeKey hotel={hotel} made={made} onClose={onClose} />
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
          name: 'mode',
          label: t('channel.key.mode'),
          hint: t('channel.key.modeHint'),
          initial: 'live',
          options: [
            { value: 'live', text: t('channel.key.live') },
            { value: 'test', text: t('channel.key.test') },
          ],
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
        scopesField(t('channel.key.mayHint'), SCOPES_DEFAULT),
        networksField(),
      ]}
      send={async (body) => {
        const query = { hotel: hotel.slug }
        setMade(await api.post<NewKeyMade>('/v1/panel/api-keys', { query, body }))
        onMade()
      }}
      onClose={onClose}
    />
  )
}

/** What a key may do, or a vendor at the hotel. */
export const scopesField = (hint: string, initial: readonly Scope[]): FormField => ({
  name: 'scopes',
  label: t('channel.key.may'),
  hint,
  initial,
  draw: ScopesField,
  // An empty list would not be sent, and be the usual one then.
  kind: { wrong: ({ length }) => (length === 0 ? t('channel.key.mayNone') : undefined) },
})

const ScopesField = (props: Drawn<readonly Scope[]>) => (
  <ChecksField {...props} choices={choicesOf(SCOPES, named)} />
)

/** With the name that partners know it by: it is what they ask for. */
const named = (scope: Scope) => `${scopeText(scope)} (${scope})`

type MadeKeyProps = { hotel: WholeHotel; made: NewKeyMade; onClose: () => void }

function MadeKey({ hotel, made: { secret, scopes, mode }, onClose }: MadeKeyProps) {
  const night = addDays(todayIn(hotel.timezone), 30)
  const { data, problem, reload } = useRooms(hotel.slug)
  const room = data?.find(({ active }) => active)
  const [mayPull, mayPush] = [
    scopes.includes('availability:read'),
    scopes.includes('availability:write'),
  ]
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
      {room && mode === 'live' && mayPull && mayPush && (
        <TryKey room={room} secret={secret} night={night} />
      )}
      {room && (mayPull || mayPush) && (
        <>
          <h3>{t('channel.byHand')}</h3>
          <Snippets
            snippets={{
              ...(mayPull && pullCurl(secret, night)),
              ...(mayPush && pushCurl(room.roomCode, secret, night)),
            }}
          />
        </>
      )}
    </ShownOnce>
  )
}

const bearerOf = (secret: string) => `-H 'Authorization: Bearer ${secret}'`
const pullCurl = (secret: string, night: CalendarDate) => ({
  [t('channel.curl.pull')]:
    `curl ${bearerOf(secret)} \\\n  '${location.origin}${PATH}?from=${night}&to=${night}'`,
})

function pushCurl(roomCode: string, secret: string, night: CalendarDate) {
  const body = JSON.stringify({
    updates: [{ roomCode, date: night, available: 4, priceCents: 12_900 }],
  })
  return {
    [t('channel.curl.push')]:
      `curl -X PUT ${bearerOf(secret)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}' \\\n  ${location.origin}${PATH}`,
  }
}

type TryKeyProps = { room: RoomType; secret: string; night: CalendarDate }

/** Pushes a price with the new key, as the partner will. */
function TryKey({ room, secret, night }: TryKeyProps) {
  const { roomCode, currency } = room
  const [price, setPrice] = useState('')
  const [said, setSaid] = useState<{ status: number; text: string }>()
  const priceCents = parseMoney(price, currency)
  const say = async (answer: Response) =>
    setSaid({ status: answer.status, text: JSON.stringify(await answer.json(), null, 2) })
  const { run, isBusy, problem } = useAction(async () => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const pulled = await fetch(`${PATH}?from=${night}&to=${night}`, { headers }).catch(offline)
    // As from an address that the key is not taken from.
    if (!pulled.ok) return await say(pulled)
    const { rooms } = (await pulled.json()) as Availability
    const available = rooms.find((each) => each.roomCode === roomCode)?.days[0]?.available ?? 0
    const update = { roomCode, date: night, available, priceCents }
    const body = JSON.stringify({ updates: [update] })
    await say(await fetch(PATH, { method: 'PUT', headers, body }).catch(offline))
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

/** @throws Problem that says so, not that the page should be loaded anew: the key would be lost */
const offline = () => {
  throw new Problem(0, { code: 'offline' })
}
