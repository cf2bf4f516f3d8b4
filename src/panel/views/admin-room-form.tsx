import { useState } from 'preact/hooks'
import { api } from '../lib/api.ts'
import { wholeOf } from '../lib/decimal.ts'
import { amount, money, parseMoney } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import type { Hotel, Room } from '../lib/types.ts'
import { useFocusFlaw } from '../parts/dialog.tsx'
import { CheckField, flawsUnder, TextAreaField, TextField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { say } from '../parts/toast.tsx'
import { changesOf, filledIn, useDraft } from './admin-parts.tsx'
import { LowerConfirm, loweredTo } from './lower-confirm.tsx'

const COUNTS = [
  'maxAdults',
  'maxChildren',
  'maxOccupancy',
  'totalRooms',
  'overbookingRooms',
] as const
type Count = (typeof COUNTS)[number]

type RoomFormProps = {
  hotel: Hotel
  room: Room | undefined
  onClose: () => void
  onSaved: () => void
}

/** Makes a room type of a hotel, or changes one. */
export function RoomForm({ hotel, room, onClose, onSaved }: RoomFormProps) {
  const { currency } = hotel
  const { run, isBusy, problem } = useAction(async () => {
    const path = `/v1/admin/hotels/${encodeURIComponent(hotel.slug)}/rooms`
    const body = bodyOf(draft, currency)
    if (room)
      await api.patch(`${path}/${encodeURIComponent(room.roomCode)}`, {
        body: changesOf(room, body),
      })
    else await api.post(path, { body: filledIn({ roomCode: draft.roomCode, ...body }) })
    onClose()
    say(t(room ? 'admin.saved' : 'admin.made', { name: draft.name }))
    onSaved()
  })
  const { draft, set, text } = useDraft(() => draftOf(room, currency), problem)
  const [wrong, setWrong] = useState<Partial<Record<Count, string>>>({})
  const [lowered, setLowered] = useState<number>()
  useFocusFlaw(wrong)
  const submit = async () => {
    const flaws = flawsOf(draft)
    setWrong(flaws)
    if (Object.keys(flaws).length > 0) return
    const all = room && loweredTo(room, draft)
    if (all === undefined) await run()
    else setLowered(all)
  }
  const count = (name: Count) =>
    ({ ...text(name), error: wrong[name], inputMode: 'numeric' }) as const
  const [, ...others] = boardsOf(draft.boards)
  const unasked = () => setLowered(undefined)
  const lower = () => {
    unasked()
    return run()
  }
  // Instead of the form, which keeps what was written.
  if (room && lowered !== undefined)
    return <LowerConfirm name={room.name} all={lowered} onConfirm={lower} onClose={unasked} />
  return (
    <FormDialog
      isWide
      title={room ? t('rooms.editNamed', { name: room.name }) : t('admin.newRoom')}
      problem={problem}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="form-row">
        {!room && (
          <TextField
            label={t('admin.roomCode')}
            hint={t('admin.roomCodeHint')}
            {...text('roomCode')}
          />
        )}
        <TextField label={t('rooms.name')} {...text('name')} />
      </div>
      <TextAreaField label={t('rooms.description')} {...text('description')} />
      <div class="form-row">
        <TextField label={t('rooms.maxAdults')} {...count('maxAdults')} />
        <TextField label={t('rooms.maxChildren')} {...count('maxChildren')} />
        <TextField label={t('rooms.maxOccupancy')} {...count('maxOccupancy')} />
      </div>
      <div class="form-row">
        <TextField
          label={t('rooms.totalRooms')}
          hint={t('rooms.totalHint')}
          {...count('totalRooms')}
        />
        <TextField
          label={t('rooms.overbooking')}
          hint={t('rooms.overbookingHint')}
          {...count('overbookingRooms')}
        />
        <TextField
          label={t('rooms.priceOf', { currency })}
          hint={t('rooms.priceHint')}
          inputMode="decimal"
          {...text('basePriceCents')}
          error={problem && wrongMoney(draft.basePriceCents, currency)}
        />
      </div>
      <TextField
        label={t('rooms.boards')}
        hint={t('admin.boardsHint')}
        {...text('boards')}
        error={flawsUnder(problem, '/boards')}
      />
      <div class="form-row">
        {others.map((board) => (
          <TextField
            key={board}
            label={t('admin.supplement', { board })}
            inputMode="decimal"
            value={draft.supplements[board] ?? ''}
            onText={(value) => set({ supplements: { ...draft.supplements, [board]: value } })}
            error={problem && wrongMoney(draft.supplements[board] ?? '', currency)}
            problem={problem}
            path={`/supplementsCents/${board}`}
          />
        ))}
      </div>
      <CheckField
        label={t('rooms.isActive')}
        checked={draft.active}
        onCheck={(active) => set({ active })}
      />
    </FormDialog>
  )
}

type Draft = ReturnType<typeof draftOf>

function draftOf(room: Room | undefined, currency: string) {
  const written = (cents: number | null | undefined) =>
    cents == null ? '' : amount(cents, currency)
  const supplements = Object.entries(room?.supplementsCents ?? {})
  return {
    roomCode: '',
    name: room?.name ?? '',
    description: room?.description ?? '',
    maxAdults: String(room?.maxAdults ?? 2),
    maxChildren: String(room?.maxChildren ?? 0),
    maxOccupancy: String(room?.maxOccupancy ?? 2),
    totalRooms: String(room?.totalRooms ?? ''),
    overbookingRooms: String(room?.overbookingRooms ?? 0),
    basePriceCents: written(room?.basePriceCents),
    boards: room?.boards.join(', ') ?? '',
    supplements: Object.fromEntries(
      supplements.map(([board, cents]) => [board, written(cents)]),
    ) as Record<string, string>,
    active: room?.active ?? true,
  }
}

function bodyOf({ roomCode: _, supplements, ...draft }: Draft, currency: string) {
  const boards = boardsOf(draft.boards)
  const cents = (text: string) => (text.trim() ? (parseMoney(text, currency) ?? text) : null)
  return {
    ...draft,
    maxAdults: wholeOf(draft.maxAdults),
    maxChildren: wholeOf(draft.maxChildren),
    maxOccupancy: wholeOf(draft.maxOccupancy),
    totalRooms: wholeOf(draft.totalRooms),
    overbookingRooms: wholeOf(draft.overbookingRooms),
    basePriceCents: cents(draft.basePriceCents),
    boards,
    supplementsCents: Object.fromEntries(
      boards.map((board, index) => [
        board,
        index === 0 ? 0 : (cents(supplements[board] ?? '') ?? 0),
      ]),
    ),
  }
}

/** What cannot be a number; the service judges the rest. */
const flawsOf = (draft: Draft): Partial<Record<Count, string>> =>
  Object.fromEntries(
    COUNTS.filter((name) => typeof wholeOf(draft[name]) === 'string').map((name) => [
      name,
      t('rooms.countWrong'),
    ]),
  )

/** What is wrong with an amount that is none; it went out as it was written and was refused. */
const wrongMoney = (text: string, currency: string) =>
  text.trim() === '' || parseMoney(text, currency) !== undefined
    ? undefined
    : t('rooms.priceWrong', { example: money(12_350, currency) })

/** The codes of a text with commas or spaces between them. */
const boardsOf = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
