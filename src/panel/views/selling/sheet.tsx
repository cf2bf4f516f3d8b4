import { useEffect, useRef, useState } from 'preact/hooks'
import type { Agency } from '../../../client/call.ts'
import { date, dateTime, HERE, todayIn } from '../../lib/format.ts'
import { chooseLanguage, LANGUAGES, language, t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import type { User } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { AgencyName, AgencyReach } from '../../parts/agency-paper.tsx'
import { Button } from '../../parts/button.tsx'
import { choicesOf, SelectField } from '../../parts/field.tsx'
import { Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { sayWrong } from '../../parts/toast.tsx'
import { nightsOf } from '../bookings/new/ask.ts'
import { type Line, partyOf } from '../bookings/new/basket.ts'
import type { GuestDraft } from '../bookings/new/draft.ts'
import { nameOf, partyText } from '../bookings/parts/model.ts'
import { type Choice, roomsOf, type SoldOffer } from './offers.ts'
import { PaperChoice } from './sheet-choice.tsx'
import type { HotelPages } from './use-pages.ts'

type SheetProps = {
  choices: readonly Choice[]
  pages: HotelPages
  guest: GuestDraft
  user: User
  onClose: () => void
}

/** The offer for a client on one sheet of A4: gross prices alone, in either language; it is printed and kept nowhere. */
export function OfferSheet({ onClose, ...props }: SheetProps) {
  const agency = useCall('getOwnAgency', {})
  const head = useRef<HTMLDivElement>(null)
  const shown = useStore(language)
  const [before] = useState(shown)
  const choose = (chosen: typeof shown) => void chooseLanguage(chosen).catch(sayWrong)
  // The page goes back to the reader's own language.
  useEffect(() => {
    head.current?.querySelector('select')?.focus()
    const onEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    addEventListener('keydown', onEscape)
    return () => {
      removeEventListener('keydown', onEscape)
      choose(before)
    }
  }, [])
  const names = { en: 'English', tr: 'Türkçe' }
  return (
    <div class="stack sheets" ref={head}>
      <PageHead
        title={t('sell.sheet')}
        action={
          <Button kind="primary" onClick={() => print()}>
            {t('sheets.print')}
          </Button>
        }
      >
        <SelectField
          label={t('app.language')}
          isLabelHidden
          value={shown}
          options={choicesOf(LANGUAGES, (value) => names[value])}
          onPick={choose}
        />
        <Button onClick={onClose}>{t('sell.close')}</Button>
      </PageHead>
      <Read of={agency}>{(data) => <Paper {...props} agency={data} />}</Read>
    </div>
  )
}

type PaperProps = Omit<SheetProps, 'onClose'> & { agency: Agency }

function Paper({ choices, pages, guest, user, agency }: PaperProps) {
  const name = nameOf({ guest }).trim()
  const now = new Date().toISOString()
  return (
    <article class="sheet paper">
      <header class="paper-head">
        <AgencyName agency={agency} />
        <p class="of">
          <span class="dim">{t('sell.paper.offer')}</span>
          <strong>{t('sell.paper.choices', { count: choices.length })}</strong>
          <span class="dim">{date(todayIn(HERE), { dateStyle: 'long' })}</span>
        </p>
      </header>
      <div>
        {name && (
          <p>
            <strong>{t('sell.paper.dear', { name })}</strong>
          </p>
        )}
        <p>{t('sell.paper.found', { count: choices.length })}</p>
      </div>
      <StayFacts choices={choices} />
      <ol>
        {choices.map((choice, index) => (
          <PaperChoice
            key={choice.hotel.slug}
            choice={choice}
            page={pages.get(choice.hotel.slug)}
            number={index + 1}
            isAlone={choices.length === 1}
            hasDays={!isOneStay(choices)}
          />
        ))}
      </ol>
      <p class="paper-note">
        <strong>{t('sell.paper.asOf', { at: dateTime(now, HERE) })}</strong>{' '}
        {t('sell.paper.notHeld')}
      </p>
      <footer>
        <AgencyReach agency={agency} />
        <p class="of">
          <span class="dim">{t('sell.paper.adviser')}</span>
          <strong>
            <bdi>{user.name}</bdi>
          </strong>
        </p>
      </footer>
    </article>
  )
}

/** True if all stays of the sheet have the same days. */
const isOneStay = (choices: readonly Choice[]): boolean =>
  new Set(choices.flatMap(({ lines }) => lines.map((line) => line.checkin + line.checkout)))
    .size === 1

/** Check-in, check-out and party, where all choices have the same. */
function StayFacts({ choices }: { choices: readonly Choice[] }) {
  const [first] = choices
  const [line] = first?.lines ?? []
  if (!first || !line || !isOneStay(choices)) return null
  const day = (at: string) => date(at, { dateStyle: 'long' })
  const weekday = (at: string) => date(at, { weekday: 'long' })
  const facts = [
    [t('bookings.checkin'), day(line.checkin), weekday(line.checkin)],
    [t('bookings.checkout'), day(line.checkout), weekday(line.checkout)],
    [
      t('sell.paper.stay'),
      t('bookings.nights', { count: nightsOf(line), nights: '' }),
      `${t('bookings.rooms', { count: roomsOf(first.lines) })}, ${allGuests(first.lines)}`,
    ],
  ] as const
  return (
    <dl class="paper-facts">
      {facts.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <span class="dim">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The guests of all stays of a choice in words. */
function allGuests(lines: readonly Line<SoldOffer>[]): string {
  const parties = lines.map(partyOf)
  const sum = (of: 'adults' | 'children') => parties.reduce((count, each) => count + each[of], 0)
  return partyText({ adults: sum('adults'), children: sum('children') })
}
