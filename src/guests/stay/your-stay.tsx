/** @jsxImportSource preact */
import type { HotelPage } from '../../http/guests/page-shape.ts'
import { addressOf } from './address.ts'
import { findOption, type Option } from './options.ts'
import { datesText, partiesText, partyText } from './pieces.tsx'
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

/** The stay that is being chosen: its dates, its rooms and their sum. */
export function YourStay({ scene, page }: { scene: StayScene; page: HotelPage }) {
  const { say, at } = scene
  const { word } = say
  const options = chosenOptions(scene, page)
  const isComplete = options.length === at.parties.length && options.every(Boolean)
  const totalCents = options.reduce((sum, option) => sum + (option?.totalCents ?? 0), 0)
  return (
    <>
      <h2>{word('hotel.stay')}</h2>
      <p>
        <strong>{at.checkin && !at.checkout ? word('hotel.whenLeave') : datesText(say, at)}</strong>
        <br />
        <span class="dim">{partiesText(say, at.parties)}</span>
      </p>
      {options.length > 0 && (
        <ul class="lines">
          {options.map((option, party) => (
            <li>
              <span>
                {option ? roomName(scene, page, option) : word('hotel.choiceGone')}
                <br />
                <span class="dim small">{partyText(say, at.parties[party]!)}</span>
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
          ))}
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

/** Returns a room type with its board in a line. */
export function roomName({ say }: StayScene, page: HotelPage, option: Option): string {
  const room = page.rooms.find(({ roomCode }) => roomCode === option.roomCode)
  const name = say.called(room, room?.name ?? option.roomCode)
  return option.boardCode ? `${name}, ${say.board(option.boardCode, page.boards)}` : name
}
