import type { ComponentChildren } from 'preact'
import type { Answer, Body, NewSite, Site } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useCall } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import type { Column } from '../../parts/table.tsx'
import { RotateSecret, showKey } from './dialogs.tsx'
import { SiteTable } from './table.tsx'

/** The operations on sites, of a hotel or of admins. */
type SitesApi = {
  useSites: () => Loaded<Answer<'listSites'>>
  create: (body: Body<'createSite'>) => Promise<NewSite>
  rotate: (id: string, body: Body<'rotateSiteSecret'>) => Promise<NewSite>
  revoke: (id: string) => Promise<void>
}

/** Sites as admins manage them. */
export const SITES_OF_ADMINS: SitesApi = {
  useSites: () => useCall('listSites', {}),
  create: (body) => call('createSite', {}, { body }),
  rotate: (id, body) => call('rotateSiteSecret', { id }, { body }),
  revoke: (id) => call('revokeSite', { id }),
}

/** The sites of a hotel as its owners manage them. */
export const sitesOfHotel = (hotel: string): SitesApi => ({
  useSites: () => useCall('listHotelSites', { hotel }),
  create: (body) => call('createHotelSite', { hotel }, { body }),
  rotate: (id, body) => call('rotateHotelSiteSecret', { hotel, id }, { body }),
  revoke: (id) => call('revokeHotelSite', { hotel, id }),
})

type Props = {
  api: SitesApi
  zone?: string
  fields: FormField[]
  more?: readonly Column<Site>[]
  /** Draws the head above the list, with the button that creates a site. */
  head: (make: ComponentChildren) => ComponentChildren
}

/** Sites: a new one shows its key once, as does one with another key; a revoked one ends at once. */
export function Sites({ api, zone, fields, more, head }: Props) {
  const { reload, ...sites } = api.useSites()
  const make = (
    <Button kind="primary" onClick={() => create(api, fields, reload)}>
      {t('site.new')}
    </Button>
  )
  const isEmpty = sites.data?.items.every(({ revokedAt }) => revokedAt) ?? true
  return (
    <>
      {head(isEmpty ? undefined : make)}
      <Read of={{ ...sites, reload }}>
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
                  { text: t('site.rotate'), run: () => rotate(api, site, reload) },
                  {
                    text: t('channel.key.revoke'),
                    isDanger: true,
                    run: () => revoke(api, site, reload),
                  },
                ]}
              />
            )}
          />
        )}
      </Read>
    </>
  )
}

async function create(api: SitesApi, fields: FormField[], onDone: () => void): Promise<void> {
  const site = await openDialog<NewSite>((close) => (
    <EntityForm
      title={t('site.new')}
      fields={fields}
      send={async (body: Body<'createSite'>) => close(await api.create(body))}
      onClose={close}
    />
  ))
  if (!site) return
  onDone()
  await showKey(t('site.isMade', { name: site.name }), site)
}

async function rotate(api: SitesApi, { id, name }: Site, onDone: () => void): Promise<void> {
  const site = await openDialog<NewSite>((close) => (
    <RotateSecret
      title={t('site.rotateNamed', { name })}
      action={t('site.rotate')}
      send={async (body) => close(await api.rotate(id, body))}
      onClose={close}
    />
  ))
  if (!site) return
  onDone()
  await showKey(t('site.isRotated', { name: site.name }), site)
}

const revoke = (api: SitesApi, { id, name }: Site, onDone: () => void) =>
  openDialog((close) => (
    <Confirm
      title={t('channel.key.revokeNamed', { name })}
      action={t('channel.key.revoke')}
      act={async () => {
        await api.revoke(id)
        onDone()
        return t('channel.key.revoked', { name })
      }}
      onClose={close}
    >
      <p>{t('site.revokeText')}</p>
    </Confirm>
  ))
