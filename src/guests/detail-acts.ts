import { type ActAnswer, type ActRequest, act, showBooking } from './act.ts'
import { companyBody, readCompany } from './lib/company.ts'
import { nameOf } from './lib/names.ts'
import { ARRIVALS_DIFFER, arrivalOf } from './views/arrival.tsx'
import { namesText } from './views/detail-forms.tsx'

// Acts on what a guest tells of a booking besides its stay: names, wishes, the company of the invoice, and a review.

/** Changes the guests' names, the telephone and the special requests; of a reservation those of all its stays. */
export async function guest(asked: ActRequest): Promise<ActAnswer> {
  const { visit, found, say } = asked
  const { form } = visit
  const { firstName = '', lastName = '', phone = '', specialRequests, others, arrivalTime } = form
  const { record } = found
  // Another address moves the link to its mailbox, and ends the earlier ones.
  const email = form.newEmail?.trim()
  const isMoved = email !== undefined && email !== (record.guest?.email ?? '')
  const names = others?.replaceAll('\r\n', '\n').trim()
  const isTouched = names !== undefined && names !== namesText(found.record.guestNames)
  const { value, problem } = await act<object>(asked, 'PATCH', '', {
    guest: {
      ...{ firstName, lastName },
      ...(phone.trim() && { phone: phone.trim() }),
      ...(isMoved && { email }),
    },
    ...(arrivalTime !== undefined &&
      ![arrivalOf(found), ARRIVALS_DIFFER].includes(arrivalTime) && {
        arrivalTime: arrivalTime || null,
      }),
    ...(specialRequests !== undefined && { specialRequests }),
    ...(isTouched && { guestNames: readNames(names, found.record.guestNames) }),
  })
  return problem
    ? await showBooking(asked, { problem, form })
    : await showBooking(asked, {
        done: say.word(isMoved ? 'done.moved.email' : 'done.guest'),
        value,
      })
}

type GuestName = ActRequest['found']['record']['guestNames'][number]

/** Reads a name in each line; one that stands there already stays a child's. */
const readNames = (text: string, before: readonly GuestName[]): object[] =>
  text.split('\n').flatMap((line) => {
    const name = nameOf(line)
    const known = before.find((each) => namesText([each]) === line.trim())
    return name ? [known ?? name] : []
  })

/** Sets the company of the invoice, or leaves it to the guest. */
export async function invoice(asked: ActRequest): Promise<ActAnswer> {
  const { form } = asked.visit
  const company = companyBody(readCompany(form))
  const { value, problem } = await act<object>(asked, 'PATCH', '', { company })
  if (problem) return await showBooking(asked, { problem, form })
  const done = asked.say.word(company ? 'done.invoice' : 'done.noInvoice')
  return await showBooking(asked, { done, value })
}

/** Publishes the review of a stay that is over; any booking of a reservation stands for all of it. */
export async function review(asked: ActRequest): Promise<ActAnswer> {
  const { visit, opened, found, say } = asked
  const { rating = '', text = '' } = visit.form
  const { problem } = await visit.ask('POST', `/v1/bookings/${found.record.code}/review`, {
    ...{ manageToken: opened.token, text },
    ...(rating && { rating: Number(rating) }),
  })
  return problem
    ? await showBooking(asked, { problem, form: visit.form })
    : await showBooking(asked, { done: say.word('done.review') })
}
