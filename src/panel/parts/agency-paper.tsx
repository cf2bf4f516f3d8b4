import type { Agency } from '../../client/call.ts'
import { t } from '../lib/i18n.ts'

type PaperProps = { agency: Agency }

/** The agency that hands out a paper, with its logo and licence number. */
export const AgencyName = ({ agency }: PaperProps) => (
  <div class="paper-agency">
    {agency.logo && <img class="paper-logo" src={agency.logo} alt="" />}
    <p>
      <strong>
        <bdi>{agency.name}</bdi>
      </strong>
      {agency.licenceNumber && (
        <span class="dim">{t('sell.paper.licence', { number: agency.licenceNumber })}</span>
      )}
    </p>
  </div>
)

/** Where the agency is found, at the foot of a paper. */
export const AgencyReach = ({ agency }: PaperProps) => (
  <p>
    <strong>
      <bdi>{agency.name}</bdi>
    </strong>
    {agency.address && <span class="dim">{agency.address}</span>}
    <span class="dim">{[agency.phone, agency.email].filter(Boolean).join(' · ')}</span>
  </p>
)
