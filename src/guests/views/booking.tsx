/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { greetedName } from '../../domain/mails/greeting.ts'
import type { Problem } from '../../http/guests/page-shape.ts'
import { problemText } from '../lib/problem-text.ts'
import { Facts, GoodToKnow } from './facts.tsx'
import type { Page } from './frame.tsx'
import { GroupFacts, GroupStays, isGroup } from './group.tsx'
import { MyBooking } from './mine.tsx'
import { type BookingScene, Note } from './parts.tsx'
import { Picture } from './picture.tsx'

/** The notice above a booking: the act that was done, or the problem with it and the form to fill in again. */
export type PageNotice = { done?: string; problem?: Problem; form?: Record<string, string> }

/** Returns the page of a booking with the acts that its key allows. */
export function bookingPage(scene: BookingScene, told: PageNotice = {}): Page {
  const { say, found } = scene
  const { done, problem } = told
  const { title, about } = headOf(scene)
  return {
    problem,
    title: say.word('page.title'),
    hotel: found.hotel,
    body: (
      <>
        {problem && <Note tone="bad">{problemText(say, problem, found)}</Note>}
        {done && <Note tone="good">{done}</Note>}
        <div class="half">
          <div class="stack">
            <HotelPicture {...scene} />
            <div class={`hero ${found.record.status}`}>
              <h1>{title}</h1>
              <p>{about}</p>
            </div>
            {isGroup(found) ? <GroupFacts say={say} found={found} /> : <Facts {...scene} />}
          </div>
          <div class="stack">
            <MyBooking {...scene} problem={problem} form={told.form} />
            <GoodToKnow {...scene} />
          </div>
        </div>
        {isGroup(found) && <GroupStays {...scene} found={found} />}
      </>
    ),
  }
}

/** The picture of the hotel, by which a guest knows the house. */
const HotelPicture = ({ say, found: { hotel } }: BookingScene) =>
  hotel.photo && (
    <div class="strip">
      <Picture photo={hotel.photo} say={say} isFirst />
    </div>
  )

type HeadText = { title: string; about: ComponentChildren }

function headOf({ say, opened, found }: BookingScene): HeadText {
  const { word, date } = say
  const { record, hotel, holdUntilMs, today } = found
  const { status, proof, checkin, checkout, guest } = record
  if (status === 'pending') {
    const until = say.until(holdUntilMs ?? 0, hotel.timezone, today)
    // A guest who came by the mailed link has its button below.
    const isMailed = proof === 'asked' && !opened.proof
    const about = word(isMailed ? 'state.asked.about' : 'state.pending.about')
    return { title: word('state.pending', { until }), about }
  }
  if (status === 'confirmed') {
    const name = greetedName(guest?.firstName ?? '')
    const about =
      today > checkin
        ? word('state.staying.about', { date: date(checkout) })
        : word('state.confirmed.about', { date: date(checkin) })
    const title = name ? word('state.confirmed', { name }) : word('state.confirmed.nameless')
    return { title, about }
  }
  const about = found.isLate
    ? word('state.expired.asked')
    : word(`state.${status}.about`, {
        date: date(status === 'completed' ? checkout : checkin),
      })
  return { title: word(`state.${status}`), about }
}
