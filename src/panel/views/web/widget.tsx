import type { WebBookings } from '../../../client/call.ts'
import { language, t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { Copy } from '../../parts/copy.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import type { ChangeProps } from './content.tsx'

type WidgetProps = ChangeProps & { page: NonNullable<WebBookings['page']> }

/** The line that shows the page within the hotel's own website, and the websites on which it works. */
export function WidgetCard({ hotel, page, change }: WidgetProps) {
  const { slug, widgetOrigins: origins } = hotel
  const line = `<script src="${new URL(page.url).origin}/widget.js" data-hotel="${slug}" data-lang="${language.get()}" async></script>`
  return (
    <section class="card" aria-labelledby="web-widget">
      <div class="view-head">
        <h2 id="web-widget">{t('web.widget')}</h2>
        {may(hotel, 'owner') && (
          <Button aria-label={t('web.editWidget')} onClick={() => editOrigins({ hotel, change })}>
            {t('action.edit')}
          </Button>
        )}
      </div>
      <p class="dim">{t('web.widgetText')}</p>
      <div class="secret">
        <code>{line}</code>
        <Copy text={line} />
      </div>
      {origins.length === 0 ? (
        <p class="note warn">{t('web.noOrigins')}</p>
      ) : (
        <p>
          <span class="dim">{t('web.origins')}</span> <bdi>{origins.join(' · ')}</bdi>
        </p>
      )}
    </section>
  )
}

const editOrigins = ({ hotel, change }: ChangeProps) =>
  openDialog((close) => (
    <EntityForm
      title={t('hotel.widgetOrigins')}
      fields={[
        {
          name: 'widgetOrigins',
          label: t('hotel.widgetOrigins'),
          hint: t('hotel.widgetHint'),
          isLong: true,
          kind: {
            write: (origins) => (origins as string[]).join('\n'),
            read: (text) => text.split(/\s+/).filter(Boolean),
          },
        },
      ]}
      before={hotel}
      seen={hotel}
      send={change}
      onClose={close}
    />
  ))
