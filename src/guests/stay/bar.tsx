/** @jsxImportSource preact */
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import type { CityEntry } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'
import { Icon, Note, stepWords } from '../views/parts.tsx'
import { PARTIES_MAX, partyOf, type StayAddress } from './address.ts'
import { partiesText } from './pieces.tsx'

type BarProps = {
  say: Speaker
  at: StayAddress
  /** The address that the form leads to. */
  path: string
  /** The first day that can be booked. */
  today: CalendarDate
  /** The cities that the field of the place proposes; undefined: the page of one hotel, without that field. */
  cities?: readonly CityEntry[]
  /** True if what was asked has no answer: the fields stand open. */
  isRefused: boolean
}

/**
 * The form that asks where, when and for whom. Once it is answered, a telephone shows one line of it, so that the answer
 * stands high on its screen; a press on that line opens the form.
 */
export function StayBar(props: BarProps) {
  const { say, at, cities, isRefused } = props
  const isAnswered = at.checkout !== null || at.q !== ''
  if (!isAnswered)
    return (
      <div class="asked card">
        <Fields {...props} />
      </div>
    )
  const where = cities && (at.q || say.word('stay.anywhere'))
  const rest = [whenText(say, at), partiesText(say, at.parties)].join(' · ')
  return (
    <details class="fold asked card" open={at.isEdit || isRefused}>
      <summary>
        <Icon name="search" />
        <span>
          {where && <strong>{where}</strong>}
          {where && ' · '}
          {rest}
        </span>
        <span class="change">{say.word('hotel.change')}</span>
      </summary>
      <Fields {...props} />
    </details>
  )
}

/** The dates in a few letters: `12–15 Dec`. */
function whenText(say: Speaker, { checkin, checkout }: StayAddress): string {
  if (checkin && checkout) return say.shortRange(checkin, checkout)
  return say.word('stay.anyDates')
}

/** A press on a room's button keeps all of the fields. */
function Fields({ say, at, path, today, cities }: BarProps) {
  const { word } = say
  return (
    <form method="get" action={path} class="bar" data-swap>
      {cities && <Where say={say} at={at} cities={cities} />}
      <div class="dates">
        <div class="field">
          <label for="checkin">{word('stay.checkin')}</label>
          <input type="date" id="checkin" name="checkin" value={at.checkin ?? ''} min={today} />
        </div>
        <div class="field">
          <label for="checkout">{word('stay.checkout')}</label>
          <input
            type="date"
            id="checkout"
            name="checkout"
            value={at.checkout ?? ''}
            min={addDays(at.checkin ?? today, 1)}
          />
        </div>
      </div>
      <Parties say={say} at={at} />
      {at.lang && <input type="hidden" name="lang" value={at.lang} />}
      {cities && <Kept at={at} />}
      <button type="submit" class="button primary">
        <Icon name="search" />
        {word(cities ? 'stay.search' : 'stay.show')}
      </button>
    </form>
  )
}

/** Says that more rooms were asked for than one search takes. */
export const CutNote = ({ say, at }: Pick<BarProps, 'say' | 'at'>) =>
  at.isCut ? <Note tone="bad">{say.word('stay.cut', { count: PARTIES_MAX })}</Note> : null

function Where({
  say,
  at,
  cities,
}: Pick<BarProps, 'say' | 'at'> & { cities: readonly CityEntry[] }) {
  return (
    <div class="field where">
      <label for="q">{say.word('stay.where')}</label>
      <input
        type="search"
        id="q"
        name="q"
        value={at.q}
        list="cities"
        maxlength={200}
        autocomplete="off"
        placeholder={say.word('stay.where.hint')}
      />
      <datalist id="cities">
        {cities.map((city) => (
          <option value={say.called(city, city.name)} />
        ))}
      </datalist>
    </div>
  )
}

/** The filters and the order stay when the form is sent. */
const Kept = ({ at }: { at: StayAddress }) => (
  <>
    {at.stars.map((star) => (
      <input type="hidden" name="stars" value={star} />
    ))}
    {at.amenities.length > 0 && (
      <input type="hidden" name="amenities" value={at.amenities.join()} />
    )}
    {at.board && <input type="hidden" name="board" value={at.board} />}
    {at.sort && <input type="hidden" name="sort" value={at.sort} />}
    {at.max !== null && <input type="hidden" name="max" value={at.max} />}
    {at.currency && <input type="hidden" name="currency" value={at.currency} />}
  </>
)

/** The parties, each with its room; buttons of the same form add and remove one. */
function Parties({ say, at }: Pick<BarProps, 'say' | 'at'>) {
  const { parties, isEdit, wrongAges } = at
  const { word } = say
  return (
    <details class="parties" open={isEdit}>
      <summary>
        <span class="label">{word('facts.party')}</span>
        <span class="value">{partiesText(say, parties)}</span>
      </summary>
      <div class="stack">
        {parties.map((text, index) => (
          <Party
            say={say}
            text={text}
            place={index + 1}
            isAlone={parties.length === 1}
            wrong={wrongAges.get(index)}
          />
        ))}
        {parties.length < PARTIES_MAX && (
          <button type="submit" name="more" value="1" class="button small">
            {word('stay.more')}
          </button>
        )}
      </div>
    </details>
  )
}

type PartyProps = {
  say: Speaker
  text: string
  place: number
  isAlone: boolean
  /** Typed ages that are none. */
  wrong: string | undefined
}

function Party({ say, text, place, isAlone, wrong }: PartyProps) {
  const { word } = say
  const { adults, childAges } = partyOf(text)
  return (
    <fieldset class="party">
      <legend>{word('stay.room', { count: place })}</legend>
      <div class="field">
        <label for={`adults${place}`}>{word('stay.adults')}</label>
        <input
          type="number"
          id={`adults${place}`}
          name={`adults${place}`}
          value={String(adults)}
          min="1"
          max="20"
          inputmode="numeric"
          {...stepWords(say)}
        />
      </div>
      <div class="field">
        <label for={`ages${place}`}>{word('stay.ages')}</label>
        <input
          type="text"
          id={`ages${place}`}
          name={`ages${place}`}
          value={wrong ?? childAges.join(', ')}
          inputmode="text"
          maxlength={60}
          placeholder={word('stay.ages.hint')}
          autocomplete="off"
          {...(wrong !== undefined && {
            'aria-invalid': 'true' as const,
            'aria-describedby': `ages${place}-error`,
            autofocus: true,
          })}
        />
        {wrong !== undefined && (
          <p class="error" id={`ages${place}-error`}>
            {word('ages.wrong')}
          </p>
        )}
      </div>
      {!isAlone && (
        <button type="submit" name="less" value={String(place)} class="button small link">
          {word('stay.less')}
        </button>
      )}
    </fieldset>
  )
}
