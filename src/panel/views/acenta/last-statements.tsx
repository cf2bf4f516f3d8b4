import { date, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { mayInAgency } from '../../lib/may.ts'
import { readAll } from '../../lib/read-all.ts'
import { href } from '../../lib/router.ts'
import type { User } from '../../lib/session.ts'
import { addressOf, commonDueOf, monthText, totalsOf } from '../statements/model.ts'
import { lastMonth, stateText } from '../statements/month.tsx'

/** Hotels that the card shows; those of more are on the page of the month. */
const SHOWN_MAX = 6

/** The statements of the month that ended last, for those who may see them. */
export function LastStatements({ user }: { user: User }) {
  return mayInAgency(user, ['agency_owner', 'agency_accounts']) ? <Card /> : null
}

function Card() {
  const month = lastMonth()
  const { data } = useLoad((signal) => readAll('listAgencyStatements', { month }, signal), [month])
  if (data === undefined || data.length === 0) return null
  const totals = totalsOf(data)
  const dueOn = commonDueOf(data)
  return (
    <section class="card side-list">
      <div class="card-head">
        <h2>
          <a href={href({ view: 'statements' })}>
            {t('statements.ofMonth', { month: monthText(month) })}
          </a>
        </h2>
        {dueOn && <span class="dim">{t('statements.dueOn', { date: date(dueOn, DAY) })}</span>}
      </div>
      <ul>
        {data.slice(0, SHOWN_MAX).map((statement) => (
          <li key={addressOf(statement)}>
            <span class="beside">
              <a href={addressOf(statement)}>
                <bdi>{statement.hotelName}</bdi>
              </a>
              <span class="at-end">{money(statement.sums.owedCents, statement.currency)}</span>
            </span>
            <span class="dim">{stateText(statement)}</span>
          </li>
        ))}
        {totals.map(({ currency, sums }) => (
          <li key={currency}>
            <strong class="beside">
              {t('statements.owed')}
              <span class="at-end">{money(sums.owedCents, currency)}</span>
            </strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
