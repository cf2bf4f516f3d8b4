/** @jsxImportSource preact */
import { isUnsold } from '../../domain/sale/refusal.ts'
import type { BookingRecord, Problem } from '../../http/guests/page-shape.ts'
import { readAges } from '../lib/ages.ts'
import { flawText } from '../lib/problem-text.ts'
import {
  type ChangeField,
  changingStays,
  fieldOf,
  haveSameDates,
  present,
} from '../lib/stay-change.ts'
import { stayTitle } from './group.tsx'
import { type BookingScene, Button, Field, Form, type SentForm, stepWords } from './parts.tsx'

/** The paths of the API's body at which the flaws of a field stand. */
const PATHS = {
  checkin: ['checkin'],
  checkout: ['checkout'],
  adults: ['adults'],
  ages: ['childAges', 'children'],
} as const satisfies Record<ChangeField, readonly string[]>

/** The dates and the guests of a booking, or of all stays of a reservation; what they cost is said next. */
export function ChangeStay({ problem, form = {}, ...scene }: BookingScene & SentForm) {
  const { say, opened, found } = scene
  const { word } = say
  const isSent = problem !== undefined && (form.act === 'change' || form.act === 'move')
  const sent = isSent ? { problem: atItsDate(problem), form } : { problem: undefined, form: {} }
  const stays = changingStays(found)
  const isOne = haveSameDates(stays)
  return (
    <details open={isSent} class="act">
      <summary class="button wide">{word('my.change')}</summary>
      <Form act="change" opened={opened} class="dates">
        {isOne && stays[0] && <Dates {...scene} {...sent} record={stays[0]} index={0} isOfAll />}
        {stays.map((record, index) =>
          found.group ? (
            <fieldset class="party">
              <legend>{stayTitle(say, { ...found, record })}</legend>
              {!isOne && <Dates {...scene} {...sent} record={record} index={index} />}
              <Party {...scene} {...sent} record={record} index={index} />
            </fieldset>
          ) : (
            <Party {...scene} {...sent} record={record} index={index} />
          ),
        )}
        <Button look="primary wide">{word('change.look')}</Button>
      </Form>
    </details>
  )
}

/** Puts the reason of days against a lone booking at the field of its date, as the API does for stays of a group. */
function atItsDate(problem: Problem): Problem {
  const { code } = problem
  if (problem.errors || !isUnsold(code)) return problem
  const path = code === 'closed_to_departure' ? '/checkout' : '/checkin'
  return { ...problem, errors: [{ path, code, message: '' }] }
}

type StayFields = BookingScene & {
  problem: Problem | undefined
  form: Record<string, string>
  record: BookingRecord
  /** Its place among the stays of the form. */
  index: number
  /** True if the fields are those of all stays. */
  isOfAll?: boolean
}

function Dates(stay: StayFields) {
  const { say, found, record } = stay
  const { today } = found
  const hasBegun = record.checkin < today
  return (
    <>
      <Field
        {...fieldProps(stay, 'checkin')}
        type="date"
        label={say.word('change.arrive')}
        more={{ required: true, ...(hasBegun ? { readonly: true } : { min: today }) }}
      />
      <Field
        {...fieldProps(stay, 'checkout')}
        type="date"
        label={say.word('change.leave')}
        more={{ required: true, min: today }}
      />
      <FreeDates {...stay} />
    </>
  )
}

/** Leads from dates that are refused to the hotel's page, which shows others: for this stay, or for all of one form. */
function FreeDates(stay: StayFields) {
  const { say, opened, found, record, problem, isSelling, isOfAll } = stay
  const places = placesOf(stay)
  const isRefused = problem?.errors?.some(
    ({ path, code }) => isUnsold(code) && places.some((place) => path.startsWith(place)),
  )
  if (!isSelling || !isRefused) return null
  const dates = (['checkin', 'checkout'] as const).map((name) => [
    name,
    fieldProps(stay, name).value,
  ])
  const stays = isOfAll ? changingStays(found) : [record]
  const parties = stays.flatMap(({ rooms, adults, childAges }) => {
    const party = [Math.ceil(adults / rooms), ...(rooms === 1 ? (childAges ?? []) : [])].join()
    return Array.from({ length: rooms }, () => ['party', party])
  })
  const language = opened.lang ? [['lang', opened.lang]] : []
  const query = new URLSearchParams([...dates, ...parties, ...language] as [string, string][])
  return (
    <a href={`/stay/${encodeURIComponent(record.hotelSlug)}?${query}`}>{say.word('change.free')}</a>
  )
}

function Party(stay: StayFields) {
  const { word } = stay.say
  return (
    <>
      <Field
        {...fieldProps(stay, 'adults')}
        type="number"
        label={word('change.adults')}
        more={{ required: true, min: 1, max: 999, inputmode: 'numeric', ...stepWords(stay.say) }}
      />
      <Field
        {...fieldProps(stay, 'ages')}
        label={word('change.ages')}
        more={{ maxlength: 60, placeholder: word('stay.ages.hint'), autocomplete: 'off' }}
      />
    </>
  )
}

/** Lists the places in the API's body of a stay, or of all that share its fields. */
function placesOf({ found, index, isOfAll }: StayFields): string[] {
  if (!found.group) return ['/']
  return isOfAll ? changingStays(found).map((_, at) => `/stays/${at}/`) : [`/stays/${index}/`]
}

/** Returns the name, value and flaw of a field of a stay. */
function fieldProps(stay: StayFields, name: ChangeField) {
  const { say, found, record, form, problem, isOfAll = false } = stay
  const field = isOfAll ? name : fieldOf(found, record, name)
  const value = form[field] ?? present(record, name)
  const flaws = placesOf(stay).flatMap((place) =>
    PATHS[name].map((path) => problem && flawText(say, problem, `${place}${path}`, value)),
  )
  const isWrong = problem && name === 'ages' && readAges(value) === null
  return {
    name: field,
    value,
    error: isWrong ? say.word('ages.wrong') : flaws.find(Boolean),
  }
}
