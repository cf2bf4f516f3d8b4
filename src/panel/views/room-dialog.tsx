import { useState } from 'preact/hooks'
import { api } from '../lib/api.ts'
import { wholeOf } from '../lib/decimal.ts'
import { amount, money, parseMoney } from '../lib/format.ts'
import { t, type WordKey } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import type { Hotel, Room } from '../lib/types.ts'
import { useFocusFlaw } from '../parts/dialog.tsx'
import { CheckField, TextAreaField, TextField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { LowerConfirm, loweredTo } from './lower-confirm.tsx'

type Draft = Record<
  | 'name'
  | 'description'
  | 'totalRooms'
  | 'overbookingRooms'
  | 'maxAdults'
  | 'maxChildren'
  | 'maxOccupancy'
  | 'basePriceCents',
  string
> & { active: boolean }

const COUNTS = [
  'totalRooms',
  'overbookingRooms',
  'maxAdults',
  'maxChildren',
  'maxOccupancy',
] as const
type Count = (typeof COUNTS)[number]

type RoomDialogProps = {
  hotel: Hotel
  room: Room
  onClose: () => void
  onSaved: (room: Room) => void
}

/** Changes what a room type is called, how many it sleeps, how many there are and what it costs. */
export function RoomDialog({ hotel, room, onClose, onSaved }: RoomDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(room))
  const [wrong, setWrong] = useState<Partial<Record<keyof Draft, string>>>({})
  const { run, isBusy, problem } = useAction(async () => {
    const path = `/v1/panel/rooms/${encodeURIComponent(room.roomCode)}`
    const body = changesOf(room, draft)
    onSaved(await api.patch<Room>(path, { query: { hotel: hotel.slug }, body }))
  })
  const [lowered, setLowered] = useState<number>()
  useFocusFlaw(wrong)
  const submit = async () => {
    const flaws = flawsOf(draft, room)
    setWrong(flaws)
    if (Object.keys(flaws).length > 0) return
    const all = loweredTo(room, draft)
    if (all === undefined) await run()
    else setLowered(all)
  }
  const field = (name: Exclude<keyof Draft, 'active'>, label: WordKey) => ({
    label: t(label, { currency: room.currency }),
    value: draft[name],
    onText: (text: string) => setDraft((now) => ({ ...now, [name]: text })),
    error: wrong[name],
    problem,
    path: `/${name}`,
  })
  const count = (name: Count, label: WordKey) =>
    ({ ...field(name, label), inputMode: 'numeric' }) as const
  const unasked = () => setLowered(undefined)
  const lower = () => {
    unasked()
    return run()
  }
  // Instead of the form, which keeps what was written.
  if (lowered !== undefined)
    return <LowerConfirm name={room.name} all={lowered} onConfirm={lower} onClose={unasked} />
  return (
    <FormDialog
      title={t('rooms.editNamed', { name: room.name })}
      problem={problem}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...field('name', 'rooms.name')} />
      <TextAreaField {...field('description', 'rooms.description')} />
      <div class="form-row">
        <TextField {...count('totalRooms', 'rooms.totalRooms')} hint={t('rooms.totalHint')} />
        <TextField
          {...count('overbookingRooms', 'rooms.overbooking')}
          hint={t('rooms.overbookingHint')}
        />
        <TextField
          {...field('basePriceCents', 'rooms.priceOf')}
          inputMode="decimal"
          hint={t('rooms.priceHint')}
        />
      </div>
      <div class="form-row">
        <TextField {...count('maxAdults', 'rooms.maxAdults')} />
        <TextField {...count('maxChildren', 'rooms.maxChildren')} />
        <TextField {...count('maxOccupancy', 'rooms.maxOccupancy')} />
      </div>
      <CheckField
        label={t('rooms.isActive')}
        checked={draft.active}
        onCheck={(active) => setDraft((now) => ({ ...now, active }))}
      />
    </FormDialog>
  )
}

function draftOf({ name, description, basePriceCents, currency, active, ...room }: Room): Draft {
  const count = (field: Count) => String(room[field] ?? '')
  return {
    name,
    description,
    totalRooms: count('totalRooms'),
    overbookingRooms: count('overbookingRooms'),
    maxAdults: count('maxAdults'),
    maxChildren: count('maxChildren'),
    maxOccupancy: count('maxOccupancy'),
    basePriceCents: basePriceCents === null ? '' : amount(basePriceCents, currency),
    active,
  }
}

/** What cannot be a number or an amount; the service judges the rest. */
function flawsOf(draft: Draft, { currency }: Room): Partial<Record<keyof Draft, string>> {
  const flaws: Partial<Record<keyof Draft, string>> = {}
  for (const field of COUNTS)
    if (typeof wholeOf(draft[field]) === 'string') flaws[field] = t('rooms.countWrong')
  const price = draft.basePriceCents.trim()
  if (price !== '' && parseMoney(price, currency) === undefined)
    flaws.basePriceCents = t('rooms.priceWrong', { example: money(12_350, currency) })
  return flaws
}

/** What a form changed, as the body of `PATCH /v1/panel/rooms/:roomCode`. */
function changesOf(room: Room, draft: Draft) {
  const before = draftOf(room)
  const isChanged = (field: keyof Draft) => draft[field] !== before[field]
  const changes: Record<string, unknown> = {}
  for (const field of ['name', 'description', 'active'] as const)
    if (isChanged(field)) changes[field] = draft[field]
  // An emptied field goes out as null: it is emptied, or refused by its name.
  for (const field of COUNTS) if (isChanged(field)) changes[field] = wholeOf(draft[field])
  if (isChanged('basePriceCents'))
    changes.basePriceCents = parseMoney(draft.basePriceCents, room.currency) ?? null
  return changes
}
