import type { ComponentChildren } from 'preact'
import type { Static } from 'typebox'
import type { SiteSchema } from '../../../http/sites/site-shape.ts'
import { dateTime, HERE, number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Two } from '../../parts/facts.tsx'
import { madeText, Prefix, usedText } from '../../parts/made.tsx'
import { type Column, Table } from '../../parts/table.tsx'

export type Site = Static<typeof SiteSchema>

type Props = {
  sites: readonly Site[]
  /** Shown when none stands. */
  empty: ComponentChildren
  /** By whose clock times are told; the reader's unless said otherwise. */
  zone: string | undefined
  /** What stands between name and limit. */
  more?: readonly Column<Site>[] | undefined
  actionOf: Column<Site>['cell']
}

/** Sites that stand, with those revoked folded away. */
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
              {
                head: t('channel.key.isRevoked'),
                isTold: true,
                cell: ({ revokedAt }) => dateTime(revokedAt!, zone),
              },
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
    {
      head: t('site.nights'),
      isNumber: true,
      isTold: true,
      cell: ({ roomNightsPerHour }: Site) => number(roomNightsPerHour),
    },
    {
      head: t('site.made'),
      isTold: true,
      cell: (site: Site) => <bdi>{madeText(site.createdAt, site, zone)}</bdi>,
    },
    {
      head: t('channel.key.lastUse'),
      isTold: true,
      cell: usedText,
    },
  ] as const
