import type { ViewProps } from '../../lib/router.ts'
import { RegistrationCard } from './card.tsx'
import { DaySheet } from './day.tsx'

/** Sheets to print: `#/<hotel>/sheets/arrivals`, `…/departures`, of a `?date`, and `…/card/<code>` of a booking. */
export function SheetsView({ hotel, route }: ViewProps) {
  const [what, code] = route.rest
  if (what === 'card' && code) return <RegistrationCard key={code} hotel={hotel} code={code} />
  const of = what === 'departures' ? 'departures' : 'arrivals'
  return <DaySheet hotel={hotel} of={of} asked={route.query.get('date')} />
}
