import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import type { ViewProps } from '../../lib/router.ts'
import { Empty, Read } from '../../parts/note.tsx'
import { Back } from '../../parts/page-head.tsx'
import { AgencyPage } from './agency.tsx'
import { AgencyList } from './list.tsx'

/** The agencies that may sell the hotel, and the page of one of them. */
export function AgenciesView(props: ViewProps) {
  const [code] = props.route.rest
  return code === undefined ? <AgencyList {...props} /> : <One key={code} {...props} code={code} />
}

function One({ hotel, code }: ViewProps & { code: string }) {
  const read = useCall('getAgencyTerms', { hotel: hotel.slug, agencyCode: code })
  return (
    <>
      <Back to={{}}>{t('agencies.title')}</Back>
      {read.problem?.code === 'not_found' ? (
        <Empty isPage title={t('agencies.notFound')}>
          {code}
        </Empty>
      ) : (
        <>
          {!read.data && <h1 class="sr-only">{code}</h1>}
          <Read of={read}>
            {(terms) => <AgencyPage {...{ hotel, terms }} onTerms={read.set} />}
          </Read>
        </>
      )}
    </>
  )
}
