import type { ComponentChildren } from 'preact'
import type { Static } from 'typebox'
import { OVERLAP_HOURS_DEFAULT } from '../../../domain/kernel/rotation.ts'
import { SITE_ROOM_NIGHTS_DEFAULT } from '../../../domain/sites/site.ts'
import type { NewSiteSchema } from '../../../http/sites/site-shape.ts'
import { t } from '../../lib/i18n.ts'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { WHOLE } from '../../parts/kinds.ts'
import { ShownOnce, Snippets } from '../../parts/secret.tsx'

export type NewSite = Static<typeof NewSiteSchema>

/** How long the present key stays good, to choose from. */
const OVERLAPS = [0, 1, OVERLAP_HOURS_DEFAULT, 72, 168]

/** What everybody decides of a site. */
export const siteFields = (): FormField[] => [
  {
    name: 'name',
    label: t('list.name'),
    hint: t('site.nameHint'),
    kind: { control: { maxLength: 200 } },
  },
  {
    name: 'roomNightsPerHour',
    label: t('site.nights'),
    initial: SITE_ROOM_NIGHTS_DEFAULT,
    kind: WHOLE,
  },
]

type RotateProps = {
  title: string
  action: string
  send: (body: object) => Promise<void>
  onClose: () => void
  children?: ComponentChildren
}

/** Asks how long the present key of a site, or secret of a vendor, stays good beside a new one. */
export function RotateSecret(dialog: RotateProps) {
  return (
    <EntityForm
      fields={[
        {
          name: 'overlapHours',
          label: t('site.overlap'),
          initial: String(OVERLAP_HOURS_DEFAULT),
          options: OVERLAPS.map((hours) => ({ value: String(hours), text: overlapText(hours) })),
          readWith: ({ overlapHours }) => Number(overlapHours),
        },
      ]}
      {...dialog}
    />
  )
}

function overlapText(hours: number): string {
  if (hours === 0) return t('site.overlapNone')
  const isDays = hours > 24
  return t(isDays ? 'site.overlapDays' : 'site.overlapHours', {
    count: isDays ? hours / 24 : hours,
  })
}

/** The key of a site, this once, with what its server sends. */
export function SiteSecret(props: { title: string; of: NewSite; onClose: () => void }) {
  const { title, of, onClose } = props
  const brand = of.secret.slice(0, of.secret.lastIndexOf('_site_'))
  const call = `const answer = await fetch('${location.origin}/v1/hotels', {
  headers: {
    'x-${brand}-site': siteKey,
    'x-${brand}-visitor': visitorAddress,
  },
})`
  return (
    <ShownOnce
      title={title}
      note={t('channel.key.once')}
      label={t('site.secret')}
      secret={of.secret}
      onClose={onClose}
    >
      <p>{t('site.secretText')}</p>
      <Snippets snippets={{ node: call }} />
    </ShownOnce>
  )
}
