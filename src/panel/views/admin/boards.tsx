import type { AdminBoard, Board, Body } from '../../../client/call.ts'
import { USES_COUNTED_MAX } from '../../../domain/catalog/catalog-rules.ts'
import { call } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useList } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import type { Entity } from '../../parts/entity.ts'
import { CAPITALS } from '../../parts/kinds.ts'
import { Empty } from '../../parts/note.tsx'
import { textFields } from '../../parts/texts.ts'
import { Crud } from './crud.tsx'

/** Lists boards with their room types and rates; makes, renames and deletes them. */
export function AdminBoards() {
  const pages = useList('listAllBoards', {})
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

const boards = (): Entity<AdminBoard, Board> => ({
  title: t('admin.boards'),
  keyOf: ({ code }) => code,
  nameOf: nameIn,
  change: ({ code }, body: Body<'changeBoard'>) => call('changeBoard', { code }, { body }),
  make: {
    send: (body: Body<'createBoard'>) => call('createBoard', {}, { body }),
    title: t('admin.newBoard'),
  },
  removal: {
    canBe: ({ roomTypes, rates }) => roomTypes + rates === 0,
    text: t('admin.deleteBoardText'),
    send: ({ code }) => call('deleteBoard', { code }),
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
