/** @jsxImportSource preact */
import type { GroupRecord } from '../../domain/bookings/group.ts'
import type {
  BookingRecord,
  GuestBooking,
  HotelPage,
  PageAnswer,
} from '../../http/guests/page-shape.ts'
import { groupsOf } from '../lib/key.ts'
import { FactList, GoodToKnow, guestFacts, roomFacts } from '../views/facts.tsx'
import { Icon } from '../views/parts.tsx'
import { addressOf } from './address.ts'
import { writeStayPage } from './frame.tsx'
import { datesText } from './pieces.tsx'
import { hotelPath, type StayScene, todayAt } from './scene.ts'

type Made = {
  page: HotelPage
  made: BookingRecord | GroupRecord
  /** The whole of it; none in a late replay. */
  found?: GuestBooking
  /** The manage token; null in a late replay, when the guest has it already. */
  token: string | null
  /** True if the mail has all of it, too. */
  isMailed: boolean
  /** The address of this page in the other language. */
  otherHref?: string
}

/** Writes the page after the press that booked: the code, and how to see, change or cancel. */
export function writeDone(scene: StayScene, parts: Made): PageAnswer {
  const { say, at } = scene
  const { page, made, found } = parts
  const { word } = say
  const { code, currency, payableCents, guest } = made
  const isAsked = isWaiting(made)
  const name = guest?.firstName ?? ''
  const email = guest?.email ?? ''
  const title = word(isAsked ? 'done.asked.title' : 'done.title', { name })
  return writeStayPage(scene, {
    title,
    path: null,
    hotel: page,
    otherLanguage: parts.otherHref ? { href: parts.otherHref } : undefined,
    body: (
      <div class="narrow stack">
        <section class={isAsked ? 'hero pending' : 'hero'} role="status">
          <h1>{title}</h1>
          <p>
            {isAsked
              ? word('done.asked', { until: untilOf(scene, parts), email })
              : word(wayOf(parts), { email })}
          </p>
        </section>
        <section class="card">
          <p>
            <span class="dim">{word('facts.code')}</span> <strong class="code">{code}</strong>
          </p>
          {wayOf(parts) === 'done.kept' && !isAsked && (
            <p>
              <span class="dim">{word('entry.manage')}</span>{' '}
              <strong class="code">
                {groupsOf(parts.token ?? '').map((group) => (
                  <>
                    <span>{group}</span>{' '}
                  </>
                ))}
              </strong>
            </p>
          )}
          {found ? (
            <>
              <p>{page.name}</p>
              {staysOf(found).map((stay) => (
                <FactList facts={roomFacts(say, stay)} />
              ))}
              <FactList facts={guestFacts(say, found)} />
            </>
          ) : (
            <p>
              {page.name}, {datesText(say, at)}
            </p>
          )}
          <p class="sum">
            <span>{word('book.toPay')}</span> <strong>{say.money(payableCents, currency)}</strong>
          </p>
          <Ways scene={scene} {...parts} />
        </section>
        {found && <GoodToKnow say={say} found={found} />}
        <a class="button link wide" href={addressOf(hotelPath(page.slug), at, { choices: [] })}>
          {word('done.again')}
        </a>
      </div>
    ),
  })
}

/** Writes the page of a press that is over: what it booked is found elsewhere. */
export function writeOver(scene: StayScene): PageAnswer {
  const { say, at } = scene
  const { word } = say
  return writeStayPage(scene, {
    title: word('entry.title'),
    path: null,
    body: (
      <div class="narrow">
        <section class="card">
          <h1>{word('entry.title')}</h1>
          <p>{word('done.over')}</p>
          <a class="button primary wide" href={at.lang ? `/my?lang=${at.lang}` : '/my'}>
            {word('stay.my')}
          </a>
        </section>
      </div>
    ),
  })
}

/** Names where the guest finds the booking again: in a mail, by both codes, or by the first one alone. */
function wayOf({ isMailed, token }: Made) {
  if (isMailed) return 'done.mailed' as const
  return token ? ('done.kept' as const) : ('done.coded' as const)
}

/** The ways on: the page of the booking, and its calendar file. Its key travels in fields, never in an address. */
function Ways({ scene: { say, at }, made, token }: Made & { scene: StayScene }) {
  const { word } = say
  const key = (
    <>
      <input type="hidden" name="code" value={made.code} />
      {token ? (
        <input type="hidden" name="token" value={token} />
      ) : (
        <input type="hidden" name="email" value={made.guest?.email ?? ''} />
      )}
      {at.lang && <input type="hidden" name="lang" value={at.lang} />}
    </>
  )
  return (
    <div class="buttons" id="more" data-print={word('my.print')}>
      <form method="post" action="/my">
        <input type="hidden" name="act" value="open" />
        {key}
        <button type="submit" class="button primary">
          {word('done.manage')}
        </button>
      </form>
      <form method="post" action="/my">
        <input type="hidden" name="act" value="calendar" />
        {key}
        <button type="submit" class="button">
          <Icon name="calendar" />
          {word('my.calendar')}
        </button>
      </form>
    </div>
  )
}

/** Each stay of what was booked. */
const staysOf = (found: GuestBooking): GuestBooking[] =>
  (found.group?.bookings ?? [found.record]).map((record) => ({ ...found, record }))

const firstOf = (made: Made['made']): BookingRecord =>
  'bookings' in made ? made.bookings[0]! : made

/** True if the mailed link must still confirm it. */
export const isWaiting = (made: Made['made']): boolean => firstOf(made).status === 'pending'

function untilOf({ say, visit }: StayScene, { page, made }: Made): string {
  const until = made.holdUntil
  return until ? say.until(Date.parse(until), page.timezone, todayAt(page, visit)) : ''
}
