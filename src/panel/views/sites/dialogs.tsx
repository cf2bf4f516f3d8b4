import type { ComponentChildren } from 'preact'
import type { Body, NewSite } from '../../../client/call.ts'
import { OVERLAP_HOURS_DEFAULT } from '../../../domain/kernel/rotation.ts'
import { SITE_ROOM_NIGHTS_DEFAULT } from '../../../domain/sites/site.ts'
import { t } from '../../lib/i18n.ts'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { WHOLE } from '../../parts/kinds.ts'
import { openDialog } from '../../parts/open-dialog.tsx'
import { ShownOnce, Snippets } from '../../parts/secret.tsx'

/** The choices for how long the present key stays good. */
const OVERLAPS = [0, 1, OVERLAP_HOURS_DEFAULT, 72, 168]

/** The fields of a site that everybody decides on. */
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
  send: (body: Body<'rotateSiteSecret'>) => Promise<void>
  onClose: () => void
  children?: ComponentChildren
}

/** Asks how long the present key of a site, or the secret of a vendor, stays good beside the new one. */
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

/** Shows the key of a site once, with the call that its server sends. */
export function showKey(title: string, { secret }: NewSite) {
  const brand = secret.slice(0, secret.lastIndexOf('_site_'))
  const call = `const answer = await fetch('${location.origin}/v1/hotels', {
  headers: {
    'x-${brand}-site': siteKey,
    'x-${brand}-visitor': visitorAddress,
  },
})`
  return openDialog((close) => (
    <ShownOnce
      title={title}
      note={t('channel.key.once')}
      label={t('site.secret')}
      secret={secret}
      onClose={close}
    >
      <p>{t('site.secretText')}</p>
      <Snippets snippets={{ node: call }} />
    </ShownOnce>
  ))
}
