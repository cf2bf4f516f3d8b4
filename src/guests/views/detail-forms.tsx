/** @jsxImportSource preact */
import { draftOf, readCompany } from '../lib/company.ts'
import { flawText } from '../lib/problem-text.ts'
import { ArrivalField, arrivalOf } from './arrival.tsx'
import { CompanyFields } from './company-fields.tsx'
import { isGroup } from './group.tsx'
import { type BookingScene, Button, Field, Form, type SentForm } from './parts.tsx'

/** The names of a booking's guests, and their wishes. */
export function GuestDetails({ say, opened, found, problem, form = {} }: BookingScene & SentForm) {
  const { word } = say
  const { guest, specialRequests } = found.record
  const isSent = problem !== undefined && form.act === 'guest'
  const field = (name: string, path: string, value: string | null) => ({
    ...{ name, value: (isSent ? form[name] : undefined) ?? value ?? '' },
    error: isSent ? flawText(say, problem, path, form[name]) : undefined,
  })
  return (
    <details open={isSent} class="act">
      <summary class="button wide">{word('my.guest')}</summary>
      <Form act="guest" opened={opened} class="stack">
        <Field
          {...field('firstName', '/guest/firstName', guest?.firstName ?? '')}
          label={word('guest.first')}
          more={{ required: true, maxlength: 100, autocomplete: 'given-name' }}
        />
        <Field
          {...field('lastName', '/guest/lastName', guest?.lastName ?? '')}
          label={word('guest.last')}
          more={{ required: true, maxlength: 100, autocomplete: 'family-name' }}
        />
        <Field
          {...field('phone', '/guest/phone', guest?.phone ?? null)}
          label={word('guest.phone')}
          type="tel"
          more={{ maxlength: 32, autocomplete: 'tel' }}
        />
        {!isOfGroup(found) && (
          <Field
            {...field('newEmail', '/guest/email', guest?.email ?? null)}
            label={word('guest.email')}
            type="email"
            hint={word('guest.email.hint')}
            more={{ maxlength: 254, autocomplete: 'email', required: Boolean(guest?.email) }}
          />
        )}
        {!isOfGroup(found) && (
          <ArrivalField
            say={say}
            known={arrivalOf(found)}
            chosen={(isSent ? form.arrivalTime : undefined) ?? arrivalOf(found)}
          />
        )}
        <Others say={say} opened={opened} found={found} problem={problem} form={form} />
        {haveSameWishes(found) && (
          <Field
            {...field('specialRequests', '/specialRequests', specialRequests)}
            label={word('guest.wishes')}
            lines={4}
            more={{ maxlength: 2_000 }}
          />
        )}
        <Button look="primary wide">{word('guest.save')}</Button>
      </Form>
    </details>
  )
}

/** True for one stay of a reservation, opened by its own code: the e-mail address is that of the whole. */
const isOfGroup = ({ group, record }: BookingScene['found']): boolean =>
  group === null && record.group !== null

/** The names of the further guests of one stay, each in a line. */
function Others({ say, found, problem, form = {} }: BookingScene & SentForm) {
  const { adults, children, guestNames } = found.record
  const count = adults + children - 1
  if (isGroup(found) || count < 1) return null
  const isSent = problem !== undefined && form.act === 'guest'
  const wrong = problem?.errors?.find(({ path }) => path.startsWith('/guestNames'))
  return (
    <Field
      name="others"
      label={say.word('guest.others')}
      value={(isSent ? form.others : undefined) ?? namesText(guestNames)}
      hint={say.word('guest.others.hint')}
      error={isSent && wrong ? flawText(say, problem, wrong.path) : undefined}
      lines={Math.min(count, 6)}
      more={{ maxlength: 10_000, autocomplete: 'off' }}
    />
  )
}

/** Returns names as their field has them. */
export const namesText = (names: readonly { firstName: string; lastName: string }[]): string =>
  names.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join('\n')

/** True unless the stays of a reservation have wishes of their own. */
const haveSameWishes = ({ group, record }: BookingScene['found']): boolean =>
  !group || group.bookings.every((each) => each.specialRequests === record.specialRequests)

/** The company that the invoice is for; emptied, the invoice is the guest's. */
export function Invoice({ say, opened, found, problem, form = {} }: BookingScene & SentForm) {
  const { word } = say
  const isSent = problem !== undefined && form.act === 'invoice'
  const company = isSent ? readCompany(form) : draftOf(found.record.company)
  return (
    <details open={isSent} class="act">
      <summary class="button wide">{word('my.invoice')}</summary>
      <Form act="invoice" opened={opened} class="stack">
        <CompanyFields say={say} company={company} problem={isSent ? problem : undefined} />
        <Button look="primary wide">{word('invoice.save')}</Button>
      </Form>
    </details>
  )
}
