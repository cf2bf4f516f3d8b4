/** @jsxImportSource preact */
import type { HotelPage } from '../../http/guests/page-shape.ts'
import { addressOf } from './address.ts'
import { findOption, type Option, optionsFor } from './options.ts'
import { partyText } from './pieces.tsx'
import { stayText } from './result.tsx'
import { bookPath, hotelPath, type StayScene } from './scene.ts'

/** Finds the option of each choice so far; undefined for one that is no longer offered. */
const chosenOptions = ({ at }: StayScene, page: HotelPage): (Option | undefined)[] =>
  at.choices.map((choice, party) =>
    findOption(page, choice, {
      party,
      parties: at.parties.length,
      others: at.choices.filter((_, other) => other !== party),
    }),
  )

/** The stay that is being chosen: its rooms and their sum. */
export function YourStay({ scene, page }: { scene: StayScene; page: HotelPage }) {
  const { say, at } = scene
  const { word } = say
  const options = chosenOptions(scene, page)
  const isComplete = options.length === at.parties.length && options.every(Boolean)
  const gone = options.filter((option) => !option).length
  const firstGone = options.indexOf(undefined)
  const totalCents = options.reduce((sum, option) => sum + (option?.totalCents ?? 0), 0)
  return (
    <>
      {at.checkin && !at.checkout && (
        <p>
          <strong>{word('hotel.whenLeave')}</strong>
        </p>
      )}
      {options.length > 0 && (
        <ul class="lines">
          {options.map((option, party) =>
            // Several that are gone are told of once.
            option || party === firstGone ? (
              <li>
                <span>
                  {option
                    ? roomName(scene, page, option)
                    : word(gone > 1 ? 'hotel.choicesGone' : 'hotel.choiceGone', { count: gone })}
                  <br />
                  {(option || gone === 1) && (
                    <span class="dim small">{partyText(say, at.parties[party]!)}</span>
                  )}
                </span>
                <span>
                  {option && say.money(option.totalCents, page.currency)}
                  <a
                    class="small"
                    href={addressOf(hotelPath(page.slug), at, {
                      choices: at.choices.slice(0, party),
                    })}
                  >
                    {word('hotel.change')}
                  </a>
                </span>
              </li>
            ) : null,
          )}
        </ul>
      )}
      {isComplete && (
        <>
          <p class="sum">
            <span>{stayText(scene)}</span> <strong>{say.money(totalCents, page.currency)}</strong>
          </p>
          <a
            class="button primary wide big"
            href={addressOf(bookPath(page.slug), at)}
            rel="nofollow"
          >
            {word('hotel.continue', { count: options.length })}
          </a>
          <p class="dim small">{word('hotel.nothingPaid')}</p>
        </>
      )}
    </>
  )
}

/** On a telephone, the sum of what is chosen so far, at the foot of the screen, with the way on. */
export function SumBar({ scene, page }: { scene: StayScene; page: HotelPage }) {
  const { say, at } = scene
  const { word } = say
  if (!at.checkin || !at.checkout) return null
  const options = chosenOptions(scene, page)
  const count = options.every(Boolean) ? options.length : 0
  const isComplete = count === at.parties.length
  const chosenCents = options.reduce((sum, option) => sum + (option?.totalCents ?? 0), 0)
  const cents = count > 0 ? chosenCents : lowestTotal(page, at.parties.length)
  if (cents === null) return null
  const price = say.money(cents, page.currency)
  return (
    <div class="sumbar">
      <p>
        <strong>{count > 0 ? price : word('stay.from', { price })}</strong>
        <span class="dim small">
          {count > 0 && !isComplete
            ? word('stay.chosen', { count, all: at.parties.length })
            : stayText(scene)}
        </span>
      </p>
      <a
        class="button primary"
        href={isComplete ? addressOf(bookPath(page.slug), at) : '#rooms'}
        rel="nofollow"
      >
        {isComplete ? word('hotel.continue', { count }) : word('stay.rooms')}
      </a>
    </div>
  )
}

/** Returns the total of the cheapest rooms for all parties; null: the hotel has none. */
function lowestTotal(page: HotelPage, parties: number): number | null {
  if (parties > 1) return page.lowestTotalCents ?? null
  const rooms = optionsFor(page, { party: 0, parties, others: [] })
  const totals = rooms.flatMap(({ options }) => options.map(({ totalCents }) => totalCents))
  return totals.length > 0 ? Math.min(...totals) : null
}

/** Returns a room type with its board in a line. */
export function roomName({ say }: StayScene, page: HotelPage, option: Option): string {
  const room = page.rooms.find(({ roomCode }) => roomCode === option.roomCode)
  const name = say.called(room, room?.name ?? option.roomCode)
  return option.boardCode ? `${name}, ${say.board(option.boardCode, page.boards)}` : name
}
