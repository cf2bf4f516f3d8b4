import type { Static } from 'typebox'
import { USES_COUNTED_MAX } from '../../../domain/catalog/catalog-rules.ts'
import type { AdminBoardSchema } from '../../../http/catalog/place-shape.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import type { Entity } from '../../parts/entity.ts'
import { CAPITALS } from '../../parts/kinds.ts'
import { Empty } from '../../parts/note.tsx'
import { textFields } from '../../parts/texts.ts'
import { Crud } from './crud.tsx'

type Board = Static<typeof AdminBoardSchema>

/** Every board: listed with what is sold with it, made, renamed; one that nothing has is deleted. */
export function AdminBoards() {
  const pages = usePages<Board>('/v1/admin/boards')
  return (
    <Crud
      of={boards()}
      pages={pages}
      empty={<Empty title={t('admin.noBoards')} />}
      name={{ head: t('list.name') }}
      columns={[
        { head: t('list.code'), cell: ({ code }) => code },
        {
          head: t('admin.rooms'),
          isNumber: true,
          isTold: true,
          cell: ({ roomTypes }) => counted(roomTypes),
        },
        {
          head: t('admin.rates'),
          isNumber: true,
          isTold: true,
          cell: ({ rates }) => counted(rates),
        },
      ]}
    />
  )
}

const counted = (count: number) => (count < USES_COUNTED_MAX ? number(count) : `${number(count)}+`)

const boards = (): Entity<Board> => ({
  title: t('admin.boards'),
  keyOf: ({ code }) => code,
  nameOf: nameIn,
  pathOf: ({ code }) => `/v1/admin/boards/${encodeURIComponent(code)}`,
  make: { path: '/v1/admin/boards', title: t('admin.newBoard') },
  removal: {
    canBe: ({ roomTypes, rates }) => roomTypes + rates === 0,
    text: t('admin.deleteBoardText'),
  },
  fields: (board) => [
    ...(board
      ? []
      : [
          {
            name: 'code',
            label: t('list.code'),
            hint: t('admin.boardCodeHint'),
            kind: { ...CAPITALS, control: { maxLength: 4 } },
          },
        ]),
    { name: 'name', label: t('list.name') },
    textFields('name'),
  ],
})
