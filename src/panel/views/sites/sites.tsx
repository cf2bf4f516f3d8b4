import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { api, type Page } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import type { Column } from '../../parts/table.tsx'
import { type NewSite, RotateSecret, SiteSecret } from './dialogs.tsx'
import { type Site, SiteTable } from './table.tsx'

type Props = {
  path: string
  /** Slug of the hotel whose sites they are; left out: those of admins. */
  hotel?: string
  zone?: string
  fields: FormField[]
  more?: readonly Column<Site>[]
  /** What stands above, with the button that makes one. */
  head: (make: ComponentChildren) => ComponentChildren
}

/** Which dialog is open, about what. */
type Open =
  | { what: 'make' }
  | { what: 'rotate' | 'revoke'; site: Site }
  | { what: 'secret'; site: NewSite; title: string }

/** Sites of a hotel or of the admins: made with the key shown once, given another, revoked at once. */
export function Sites({ path, hotel, zone, fields, more, head }: Props) {
  const query = hotel === undefined ? {} : { hotel }
  const sites = useGet<Page<Site>>(path, query)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const made = (site: NewSite, title: string) => {
    setOpen({ what: 'secret', site, title })
    sites.reload()
  }
  const make = (
    <Button kind="primary" onClick={() => setOpen({ what: 'make' })}>
      {t('site.new')}
    </Button>
  )
  const isEmpty = sites.data?.items.every(({ revokedAt }) => revokedAt) ?? true
  return (
    <>
      {head(isEmpty ? undefined : make)}
      <Read of={sites}>
        {({ items }) => (
          <SiteTable
            sites={items}
            zone={zone}
            more={more}
            empty={
              <Empty title={t('site.none')} action={make}>
                {t('site.noneText')}
              </Empty>
            }
            actionOf={(site) => (
              <Menu
                name={t('admin.actionsOf', { name: site.name })}
                items={[
                  { text: t('site.rotate'), run: () => setOpen({ what: 'rotate', site }) },
                  {
                    text: t('channel.key.revoke'),
                    isDanger: true,
                    run: () => setOpen({ what: 'revoke', site }),
                  },
                ]}
              />
            )}
          />
        )}
      </Read>
      {open?.what === 'make' && (
        <EntityForm
          title={t('site.new')}
          fields={fields}
          send={async (body) => {
            const site = await api.post<NewSite>(path, { query, body })
            made(site, t('site.isMade', { name: site.name }))
          }}
          onClose={close}
        />
      )}
      {open?.what === 'rotate' && (
        <RotateSecret
          title={t('site.rotateNamed', { name: open.site.name })}
          action={t('site.rotate')}
          send={async (body) => {
            const at = `${path}/${open.site.id}/rotate-secret`
            const site = await api.post<NewSite>(at, { query, body })
            made(site, t('site.isRotated', { name: site.name }))
          }}
          onClose={close}
        />
      )}
      {open?.what === 'revoke' && (
        <Confirm
          title={t('channel.key.revokeNamed', { name: open.site.name })}
          action={t('channel.key.revoke')}
          act={async () => {
            await api.delete(`${path}/${open.site.id}`, { query })
            sites.reload()
            return t('channel.key.revoked', { name: open.site.name })
          }}
          onClose={close}
        >
          <p>{t('site.revokeText')}</p>
        </Confirm>
      )}
      {open?.what === 'secret' && <SiteSecret title={open.title} of={open.site} onClose={close} />}
    </>
  )
}
