import { useState } from 'preact/hooks'
import { api, type Page } from '../lib/api.ts'
import { amount, money, number, parseMoney } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction, usePages } from '../lib/load.ts'
import type { Hotel, Room } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { CheckField, flawsUnder, TextAreaField, TextField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Empty } from '../parts/note.tsx'
import { say } from '../parts/toast.tsx'
import { SaleBadge } from './admin-hotels.tsx'
import { changesOf, filledIn, numberOf, PagedTable, useDraft } from './admin-parts.tsx'

/** A hotel's room types: listed, made and changed. */
export function AdminRooms({ hotel }: { hotel: Hotel }) {
  const [open, setOpen] = useState<Room | 'new'>()
  const query = { hotel: hotel.slug }
  const pages = usePages(
    (_, signal) => api.get<Page<Room>>('/v1/panel/rooms', { query, signal }),
    [hotel.slug],
  )
  const { currency } = hotel
  return (
    <section class="card stack">
      <div class="section-head">
        <h2>{t('admin.rooms')}</h2>
        <Button onClick={() => setOpen('new')}>{t('admin.newRoom')}</Button>
      </div>
      <PagedTable
        pages={pages}
        caption={t('admin.rooms')}
        keyOf={({ roomCode }) => roomCode}
        empty={<Empty title={t('admin.noRooms')}>{t('admin.noRoomsText')}</Empty>}
        columns={[
          {
            head: t('rooms.room'),
            isName: true,
            cell: ({ name, roomCode }) => (
              <span class="two">
                <bdi>{name}</bdi>
                <span class="dim">{roomCode}</span>
              </span>
            ),
          },
          {
            head: t('rooms.sleeps'),
            isNumber: true,
            cell: ({ maxOccupancy }) => number(maxOccupancy),
          },
          {
            head: t('rooms.total'),
            isNumber: true,
            cell: ({ totalRooms }) => (totalRooms === null ? '–' : number(totalRooms)),
          },
          {
            head: t('rooms.basePrice'),
            isNumber: true,
            cell: ({ basePriceCents }) =>
              basePriceCents === null ? '–' : money(basePriceCents, currency),
          },
          { head: t('rooms.boards'), cell: ({ boards }) => boards.join(', ') },
          { head: t('admin.state'), cell: ({ active }) => <SaleBadge isOn={active} /> },
          {
            head: t('admin.actions'),
            cell: (room) => (
              <Button
                aria-label={t('rooms.editNamed', { name: room.name })}
                onClick={() => setOpen(room)}
              >
                {t('rooms.edit')}
              </Button>
            ),
          },
        ]}
      />
      {open && (
        <RoomForm
          hotel={hotel}
          room={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSaved={pages.reload}
        />
      )}
    </section>
  )
}

type RoomFormProps = {
  hotel: Hotel
  room: Room | undefined
  onClose: () => void
  onSaved: () => void
}

function RoomForm({ hotel, room, onClose, onSaved }: RoomFormProps) {
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
  const [, ...others] = boardsOf(draft.boards)
  return (
    <FormDialog
      isWide
      title={room ? t('rooms.editNamed', { name: room.name }) : t('admin.newRoom')}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
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
        <TextField label={t('rooms.maxAdults')} inputMode="numeric" {...text('maxAdults')} />
        <TextField label={t('rooms.maxChildren')} inputMode="numeric" {...text('maxChildren')} />
        <TextField label={t('rooms.maxOccupancy')} inputMode="numeric" {...text('maxOccupancy')} />
      </div>
      <div class="form-row">
        <TextField
          label={t('rooms.totalRooms')}
          hint={t('rooms.totalHint')}
          inputMode="numeric"
          {...text('totalRooms')}
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
  const cents = (text: string) => (text.trim() ? (parseMoney(text, currency) ?? text) : undefined)
  return {
    ...draft,
    maxAdults: numberOf(draft.maxAdults),
    maxChildren: numberOf(draft.maxChildren),
    maxOccupancy: numberOf(draft.maxOccupancy),
    totalRooms: numberOf(draft.totalRooms),
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
