import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { WholeHotel } from '../../../client/call.ts'
import type { LoggedPushSchema, PushEntrySchema } from '../../../http/days/push-shape.ts'
import { date } from '../../lib/format.ts'
import { flawText, t } from '../../lib/i18n.ts'
import { useGet, usePages } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { Two } from '../../parts/facts.tsx'
import { CheckField } from '../../parts/field.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { type Column, PagedTable, Table } from '../../parts/table.tsx'
import type { TabProps } from './model.ts'

type Push = Static<typeof PushEntrySchema>
type Report = Static<typeof LoggedPushSchema>
type Remarks = (Report['warnings'][number] & { field?: string | null; failed?: number })[]

/** What partners and the panel pushed, with the reason for every refused element. */
export function Pushes({ hotel, rest }: TabProps) {
  const [isRejectedOnly, setIsRejectedOnly] = useState(false)
  const rejected = isRejectedOnly ? 'true' : undefined
  const pages = usePages<Push>('/v1/panel/pushes', { hotel: hotel.slug, rejected })
  if (rest[0]) return <PushRemarks hotel={hotel} id={rest[0]} />
  return (
    <section class="stack" aria-labelledby="pushes">
      <div class="view-head">
        <h2 id="pushes" class="sr-only">
          {t('channel.pushes')}
        </h2>
        <p class="dim">{t('channel.push.about')}</p>
        <CheckField
          label={t('channel.push.rejectedOnly')}
          checked={isRejectedOnly}
          onCheck={setIsRejectedOnly}
        />
      </div>
      <PagedTable
        pages={pages}
        caption={t('channel.pushes')}
        keyOf={({ pushId }) => pushId}
        columns={columnsOf(hotel, pages.data ?? [])}
        empty={
          <Empty title={t('list.none')}>
            {t(isRejectedOnly ? 'channel.push.noneRefused' : 'channel.push.noneText')}
          </Empty>
        }
      />
    </section>
  )
}

/** What is rare has a column only where it happened. */
const columnsOf = ({ timezone }: WholeHotel, pushes: readonly Push[]): Column<Push>[] => [
  {
    head: t('channel.push.at'),
    isName: true,
    cell: ({ pushId, at }) => (
      <a class="opens" href={href({ rest: ['pushes', pushId] })}>
        {toSecond(at, timezone)}
      </a>
    ),
  },
  { head: t('channel.push.by'), cell: ({ actor }) => <bdi>{actor.name ?? actor.type}</bdi> },
  {
    head: t('channel.push.mode'),
    cell: ({ mode: how, dryRun }) => {
      const mode = t(`channel.push.${how}`)
      return dryRun ? t('channel.push.dryRun', { mode }) : mode
    },
  },
  ...(['received', 'applied', 'unchanged'] as const).map(countColumn),
  {
    head: t('channel.push.rejected'),
    isNumber: true,
    isTold: true,
    cell: ({ rejected }) => (rejected > 0 ? <Badge tone="bad">{String(rejected)}</Badge> : 0),
  },
  ...(['corrected', 'stale'] as const)
    .filter((count) => pushes.some((push) => push[count] > 0))
    .map(countColumn),
]

const countColumn = (
  name: 'received' | 'applied' | 'unchanged' | 'corrected' | 'stale',
): Column<Push> => ({
  head: t(`channel.push.${name}`),
  isNumber: true,
  isTold: true,
  cell: (push) => push[name],
})

function PushRemarks({ hotel, id }: { hotel: WholeHotel; id: string }) {
  const path = `/v1/panel/pushes/${encodeURIComponent(id)}`
  const read = useGet<Report>(path, { hotel: hotel.slug })
  return (
    <section class="stack" aria-labelledby="push">
      <p>
        <a href={href({ rest: ['pushes'] })}>{t('channel.pushes')}</a>
      </p>
      <h2 id="push">
        {read.data
          ? t('channel.push.title', { at: toSecond(read.data.at, hotel.timezone) })
          : t('channel.pushes')}
      </h2>
      <Read of={read}>
        {({ errors, warnings, truncated }) => (
          <>
            <Remarks title={t('channel.push.refused')} remarks={errors} />
            <Remarks title={t('channel.push.warnings')} remarks={warnings} />
            {truncated && <p class="note warn">{t('channel.push.truncated')}</p>}
          </>
        )}
      </Read>
    </section>
  )
}

function Remarks({ title, remarks }: { title: string; remarks: Remarks }) {
  if (remarks.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <Table
        caption={title}
        rows={remarks}
        // A range has a warning for each of its days.
        keyOf={({ index, date, field, code }) => `${index} ${date} ${field} ${code}`}
        columns={[
          { head: '#', isName: true, cell: ({ index }) => index },
          { head: t('list.roomType'), cell: ({ roomCode }) => roomCode ?? '–' },
          { head: t('channel.push.date'), cell: datesOf },
          { head: t('channel.push.field'), cell: ({ field }) => field ?? '–' },
          {
            head: t('channel.push.reason'),
            cell: (remark) => (
              <Two over={flawText(remark)}>
                <code>{remark.code}</code>
              </Two>
            ),
          },
        ]}
      />
    </>
  )
}

/** The day of a remark; of a range the first one that failed, and how many more did. */
function datesOf({ date: text, failed = 1 }: Remarks[number]): string {
  const first = isDate(text) ? date(text) : (text ?? '–')
  return failed > 1 ? t('channel.push.dates', { date: first, count: failed - 1 }) : first
}

/** What a partner sent as a date may be anything. */
const isDate = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** When a push came: they come close together. */
const toSecond = (at: string, timeZone: string): string =>
  date(at, { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
