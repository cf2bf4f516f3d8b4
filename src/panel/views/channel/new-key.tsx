import { useState } from 'preact/hooks'
import type { Availability, Body, NewApiKey, RoomType, WholeHotel } from '../../../client/call.ts'
import { ALLOWED_IPS_MAX } from '../../../domain/accounts/api-key.ts'
import { SCOPES, SCOPES_DEFAULT, type Scope } from '../../../domain/accounts/scope.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { call, Problem } from '../../lib/api.ts'
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
import { openDialog } from '../../parts/open-dialog.tsx'
import { ShownOnce, Snippets } from '../../parts/secret.tsx'
import { instantIn } from './instant.ts'

const PATH = '/v1/partner/availability'

/** Asks for a name, an expiry, rights and addresses, then shows the key once, with what can be done with it. */
export async function makeKey(hotel: WholeHotel, onMade: () => void): Promise<void> {
  const made = await openDialog<NewApiKey>((close) => (
    <EntityForm
      title={t('channel.key.make')}
      action={t('channel.key.make')}
      fields={fieldsOf(hotel.timezone)}
      send={async (body: Body<'createApiKey'>) =>
        close(await call('createApiKey', { hotel: hotel.slug }, { body }))
      }
      onClose={close}
    />
  ))
  if (!made) return
  onMade()
  await openDialog((close) => <MadeKey hotel={hotel} made={made} onClose={close} />)
}

const fieldsOf = (timezone: string): FormField[] => [
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
    options: choicesOf(['live', 'test'], (mode) => t(`channel.key.${mode}`)),
  },
  {
    name: 'expiresAt',
    label: t('channel.key.expires'),
    hint: t('channel.key.expiresHint'),
    kind: {
      control: { type: 'date', min: todayIn(timezone) },
      // The key expires at the last minute of the day in the hotel's time zone.
      read: (day) => day && instantIn(day, '23:59', timezone),
    },
  },
  scopesField(t('channel.key.mayHint'), SCOPES_DEFAULT),
  networksField(),
]

/** The networks that may use a key, one a line. */
export const networksField = (initial: readonly string[] = []): FormField => ({
  name: 'allowedIps',
  label: t('channel.key.from'),
  hint: t('channel.key.fromHint', { count: ALLOWED_IPS_MAX }),
  isLong: true,
  initial,
  kind: {
    write: (networks) => (networks as readonly string[]).join('\n'),
    read: (text) => text.split(/[\s,;]+/).filter(Boolean),
  },
})

/** The scopes of a key, or of a vendor at the hotel. */
export const scopesField = (hint: string, initial: readonly Scope[]): FormField => ({
  name: 'scopes',
  label: t('channel.key.may'),
  hint,
  initial,
  draw: ScopesField,
  // An empty list would not be sent, and the service would take the usual one.
  kind: { wrong: ({ length }) => (length === 0 ? t('channel.key.mayNone') : undefined) },
})

const ScopesField = (props: Drawn<readonly Scope[]>) => (
  <ChecksField {...props} choices={choicesOf(SCOPES, named)} />
)

/** A scope with the name that partners know and ask for. */
const named = (scope: Scope) => `${scopeText(scope)} (${scope})`

type MadeKeyProps = { hotel: WholeHotel; made: NewApiKey; onClose: () => void }

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

/** Pushes a price with the new key, as the partner will do. */
function TryKey({ room, secret, night }: TryKeyProps) {
  const { roomCode, currency } = room
  const [price, setPrice] = useState('')
  const [answer, setAnswer] = useState<{ status: number; text: string }>()
  const priceCents = parseMoney(price, currency)
  const show = async (response: Response) =>
    setAnswer({ status: response.status, text: JSON.stringify(await response.json(), null, 2) })
  const { run, isBusy, problem } = useAction(async () => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const pulled = await fetch(`${PATH}?from=${night}&to=${night}`, { headers }).catch(offline)
    // The key may be refused, for example from this address.
    if (!pulled.ok) return await show(pulled)
    const { rooms } = (await pulled.json()) as Availability
    const available = rooms.find((each) => each.roomCode === roomCode)?.days[0]?.available ?? 0
    const update = { roomCode, date: night, available, priceCents }
    const body = JSON.stringify({ updates: [update] })
    await show(await fetch(PATH, { method: 'PUT', headers, body }).catch(offline))
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
      {answer && (
        <div role="status">
          <p>{t('channel.tryAnswer', { status: answer.status })}</p>
          <Snippets snippets={{ answer: answer.text }} />
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

/** @throws Problem `offline`: any other would ask for a reload of the page, and the key would be lost */
const offline = () => {
  throw new Problem(0, { code: 'offline' })
}
