/** @jsxImportSource preact */
import { STD } from '../../domain/rates/rate.ts'
import { Note } from '../views/parts.tsx'
import { writeChoice } from './address.ts'
import type { BookScene } from './book-scene.ts'
import { findOption, type Option, optionsFor } from './options.ts'
import { partyText, TermsLines } from './pieces.tsx'
import { isTooLarge } from './refusal.ts'
import { todayAt } from './scene.ts'
import { roomName } from './your-stay.tsx'

/** Rooms that are left, before the rest of them opens. */
const LEFT_FIRST = 5

/** Lists the chosen rooms; of one that went meanwhile with what is left, the cheapest first. */
export function listPlaces({ say, at, page, draft, quote }: BookScene) {
  return draft.choices.map((choice, party) => {
    const others = draft.choices.filter((_, other) => other !== party)
    const place = { party, parties: at.parties.length, others }
    const isKept = quote || isTooLarge(at, page) || findOption(page, choice, place)
    const left = isKept ? [] : offersFor(page, place)
    const room = page.rooms.find(({ roomCode }) => roomCode === choice.roomCode)
    const gone = say.called(room, room?.name ?? choice.roomCode)
    const isRate = left.some(({ roomCode }) => roomCode === choice.roomCode)
    return { name: `pick${party + 1}`, choice, party, isKept, left, gone, isRate }
  })
}

const offersFor = (...asked: Parameters<typeof optionsFor>): Option[] =>
  optionsFor(...asked)
    .flatMap(({ options }) => options)
    .toSorted((a, b) => a.totalCents - b.totalCents)

/** The chosen rooms; of one that went meanwhile what is left, with all that was typed in place. */
export function Choices(book: BookScene) {
  const { say } = book
  const places = listPlaces(book)
  const firstGone = places.find(({ isKept }) => !isKept)
  const isGoneAll = places.some(({ isKept, left }) => !isKept && left.length === 0)
  return (
    <>
      {isGoneAll && !isSpent(book) && !isUnoffered(book) && (
        <Note tone="bad">{say.word('book.goneAll')}</Note>
      )}
      {places.map(({ isKept, choice, ...place }) =>
        isKept ? (
          <input type="hidden" name={place.name} value={writeChoice(choice)} />
        ) : (
          place.left.length > 0 && (
            <Left {...book} {...place} isFurther={place.party !== firstGone?.party} />
          )
        ),
      )}
    </>
  )
}

/** True if a choice is none of the hotel's: it was withdrawn, or nobody offered it. */
export const isUnoffered = ({ quote, problem }: Pick<BookScene, 'quote' | 'problem'>): boolean =>
  !quote && problem?.code === 'validation_failed'

/** True if the form has booked: it may have taken the very room that is gone. */
const isSpent = ({ problem }: BookScene): boolean => problem?.code === 'idempotency_conflict'

type LeftProps = BookScene & {
  name: string
  party: number
  left: Option[]
  gone: string
  /** True if the room type itself is left, and its chosen rate alone is gone. */
  isRate: boolean
  /** True if another room that is gone stands above, where all of it is said. */
  isFurther: boolean
}

function Left({ name, party, left, gone, isRate, isFurther, ...scene }: LeftProps) {
  const { say, at, visit } = scene
  const { word } = say
  const isOpened = Object.keys(visit.form).length === 0
  const further = left.slice(LEFT_FIRST)
  const isSaid = isFurther || isOpened
  const ofRate = isSaid ? 'book.rateGoneNow' : 'book.rateGone'
  const ofRoom = isFurther ? 'book.goneToo' : isOpened ? 'book.goneNow' : 'book.gone'
  const partyOfPlace = partyText(say, at.parties[party]!)
  return (
    <fieldset class="card choices">
      {at.parties.length > 1 ? (
        <legend>
          {word('book.instead', { count: party + 1, room: gone })}, {partyOfPlace}
        </legend>
      ) : (
        <legend class="sr-only">{partyOfPlace}</legend>
      )}
      {!isSpent(scene) && !isUnoffered(scene) && (
        <Note tone="bad">{word(isRate ? ofRate : ofRoom, { room: gone })}</Note>
      )}
      {left.slice(0, LEFT_FIRST).map((option, index) => (
        <LeftOption {...{ scene, name, option }} isFirst={index === 0} />
      ))}
      {further.length > 0 && (
        <details class="further">
          <summary>{word('hotel.furtherRates', { count: further.length })}</summary>
          {further.map((option) => (
            <LeftOption {...{ scene, name, option }} isFirst={false} />
          ))}
        </details>
      )}
      <button type="submit" name="act" value="quote" class="button" formnovalidate>
        {word('book.take')}
      </button>
    </fieldset>
  )
}

type LeftOptionProps = { scene: BookScene; name: string; option: Option; isFirst: boolean }

function LeftOption({ scene, name, option, isFirst }: LeftOptionProps) {
  const { say, at, page, visit } = scene
  const { rate, rateCode, terms, totalCents } = option
  return (
    <label class="choice">
      <input type="radio" name={name} value={writeChoice(option)} checked={isFirst} />
      <span>
        {roomName(scene, page, option)}
        {rate && rateCode !== STD && <span class="dim small"> {say.called(rate, rate.name)}</span>}
        <TermsLines
          {...{ say, terms: [terms], checkin: at.checkin!, today: todayAt(page, visit) }}
        />
      </span>
      <strong>{say.money(totalCents, page.currency)}</strong>
    </label>
  )
}
