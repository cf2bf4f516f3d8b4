import { useState } from 'preact/hooks'
import type { LoggedPush, PushEntry, WholeHotel } from '../../../client/call.ts'
import type { Fault } from '../../../domain/kernel/errors.ts'
import { date } from '../../lib/format.ts'
import { flawText, t } from '../../lib/i18n.ts'
import { useCall, useList } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import { countColumn, textColumn } from '../../parts/columns.tsx'
import { Two } from '../../parts/facts.tsx'
import { CheckField } from '../../parts/field.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { type Column, PagedTable, Table } from '../../parts/table.tsx'
import type { TabProps } from './model.ts'

type Remark = LoggedPush['warnings'][number] & { field?: string | null; failed?: number }

/** The pushes of partners and of the panel, with the reason for every refused element. */
export function Pushes({ hotel, rest }: TabProps) {
  const [isRejectedOnly, setIsRejectedOnly] = useState(false)
  const pages = useList('listPushes', { hotel: hotel.slug, rejected: isRejectedOnly || undefined })
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
        columns={columnsOf(hotel.timezone, pages.data ?? [])}
        empty={
          <Empty title={t('list.none')}>
            {t(isRejectedOnly ? 'channel.push.noneRefused' : 'channel.push.noneText')}
          </Empty>
        }
      />
    </section>
  )
}

/** The columns of pushes; a rare count has one only where it is above zero. */
const columnsOf = (timezone: string, pushes: readonly PushEntry[]): Column<PushEntry>[] => [
  {
    head: t('channel.push.at'),
    isName: true,
    cell: ({ pushId, at }) => (
      <a class="opens" href={href({ rest: ['pushes', pushId] })}>
        {toSecond(at, timezone)}
      </a>
    ),
  },
  textColumn(t('channel.push.by'), ({ actor }) => <bdi>{actor.name ?? actor.type}</bdi>),
  {
    head: t('channel.push.mode'),
    cell: ({ mode: how, dryRun }) => {
      const mode = t(`channel.push.${how}`)
      return dryRun ? t('channel.push.dryRun', { mode }) : mode
    },
  },
  ...(['received', 'applied', 'unchanged'] as const).map(columnOf),
  {
    head: t('channel.push.rejected'),
    isNumber: true,
    isTold: true,
    cell: ({ rejected }) => (rejected > 0 ? <Badge tone="bad">{String(rejected)}</Badge> : 0),
  },
  ...(['corrected', 'stale'] as const)
    .filter((count) => pushes.some((push) => push[count] > 0))
    .map(columnOf),
]

const columnOf = (name: 'received' | 'applied' | 'unchanged' | 'corrected' | 'stale') =>
  countColumn<PushEntry>(t(`channel.push.${name}`), (push) => push[name], { isTold: true })

function PushRemarks({ hotel, id }: { hotel: WholeHotel; id: string }) {
  const read = useCall('getPush', { hotel: hotel.slug, id })
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

function Remarks({ title, remarks }: { title: string; remarks: readonly Remark[] }) {
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
          textColumn<Remark>(t('list.roomType'), ({ roomCode }) => roomCode ?? '–'),
          textColumn(t('channel.push.date'), datesOf),
          textColumn<Remark>(t('channel.push.field'), ({ field }) => field ?? '–'),
          textColumn<Remark>(t('channel.push.reason'), (remark) => (
            <Two over={flawText(remark as Fault)}>
              <code>{remark.code}</code>
            </Two>
          )),
        ]}
      />
    </>
  )
}

/** The day of a remark; of a range the first day that failed, and the number of the others. */
function datesOf({ date: text, failed = 1 }: Remark): string {
  const first = isDate(text) ? date(text) : (text ?? '–')
  return failed > 1 ? t('channel.push.dates', { date: first, count: failed - 1 }) : first
}

/** True if the text is a date: partners send anything in its place. */
const isDate = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** The time of a push to the second: pushes come close together. */
const toSecond = (at: string, timeZone: string): string =>
  date(at, { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
