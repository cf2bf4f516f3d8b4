import type { ComponentChildren } from 'preact'
import type { Site } from '../../../client/call.ts'
import { HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { countColumn, textColumn, timeColumn } from '../../parts/columns.tsx'
import { Two } from '../../parts/facts.tsx'
import { madeText, Prefix, usedText } from '../../parts/made.tsx'
import { type Column, Table } from '../../parts/table.tsx'

const TOLD = { isTold: true } as const

type Props = {
  sites: readonly Site[]
  /** Shown when none stands. */
  empty: ComponentChildren
  /** The time zone of the hotel; undefined: the reader's. */
  zone: string | undefined
  /** The columns between name and limit. */
  more?: readonly Column<Site>[] | undefined
  actionOf: Column<Site>['cell']
}

/** The sites that stand; the revoked ones are folded away. */
export function SiteTable({ sites, empty, zone = HERE, more = [], actionOf }: Props) {
  const standing = sites.filter(({ revokedAt }) => !revokedAt)
  const gone = sites.filter(({ revokedAt }) => revokedAt)
  const caption = t('site.revokedSites', { count: gone.length })
  const [name, nights, made, used] = columnsOf(zone)
  return (
    <>
      {standing.length === 0 ? (
        empty
      ) : (
        <Table
          caption={t('site.title')}
          rows={standing}
          keyOf={({ id }) => id}
          columns={[name, ...more, nights, made, used, { head: t('list.actions'), cell: actionOf }]}
        />
      )}
      {gone.length > 0 && (
        <details>
          <summary>{caption}</summary>
          <Table
            caption={caption}
            rows={gone}
            keyOf={({ id }) => id}
            columns={[
              name,
              timeColumn<Site>(
                t('channel.key.isRevoked'),
                ({ revokedAt }) => revokedAt,
                zone,
                TOLD,
              ),
              made,
              used,
            ]}
          />
        </details>
      )}
    </>
  )
}

const columnsOf = (zone: string) =>
  [
    {
      head: t('list.name'),
      isName: true,
      cell: (site: Site) => (
        <Two over={<bdi>{site.name}</bdi>}>
          <Prefix of={site} zone={zone} />
        </Two>
      ),
    },
    countColumn(t('site.nights'), ({ roomNightsPerHour }: Site) => roomNightsPerHour, TOLD),
    textColumn(
      t('site.made'),
      (site: Site) => <bdi>{madeText(site.createdAt, site, zone)}</bdi>,
      TOLD,
    ),
    textColumn<Site>(t('channel.key.lastUse'), usedText, TOLD),
  ] as const
