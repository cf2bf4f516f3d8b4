import { dateIn } from '../../domain/kernel/date.ts'
import { LANGUAGES } from '../../domain/kernel/language.ts'
import type { HotelPage, PageAnswer, Visit } from '../../http/guests/page-shape.ts'
import { languageOf } from '../lib/key.ts'
import { createSpeaker, type Speaker } from '../lib/say.ts'
import { addressOf, readAddress, type StayAddress } from './address.ts'

/** The context of a page of `/stay`: its texts, and what the guest has chosen so far. */
export type StayScene = { say: Speaker; at: StayAddress; visit: Visit }

/** Reads the scene of a visit. */
export function sceneOf(visit: Visit): StayScene {
  const chosen = LANGUAGES.find((each) => each === (visit.form.language ?? visit.form.lang))
  const address = readAddress(visit.query)
  const at = chosen ? { ...address, lang: chosen } : address
  const language = languageOf(at.lang ? { code: '', lang: at.lang } : { code: '' }, visit)
  const say = createSpeaker(language, visit.nowMs)
  return { say, at, visit }
}

/** Returns the path of a hotel's page, and that of its form. */
export const hotelPath = (slug: string) => `/stay/${encodeURIComponent(slug)}`
export const bookPath = (slug: string) => `${hotelPath(slug)}/book`

/** Returns today's date at a hotel. */
export const todayAt = ({ timezone }: Pick<HotelPage, 'timezone'>, { nowMs }: Visit) =>
  dateIn(timezone, nowMs)

/** Sends the browser to another address. */
export const goTo = (location: string): PageAnswer => ({
  status: 303,
  text: '',
  headers: { location },
})
export const redirect = (path: string, at: StayAddress): PageAnswer => goTo(addressOf(path, at))

/** Returns the address of a hotel's page that says what is still to be chosen. */
export function missingPath(slug: string, at: StayAddress): string {
  const address = addressOf(hotelPath(slug), at)
  return `${address}${address.includes('?') ? '&' : '?'}missing=1`
}

/** Returns the address of the form of one press; with a code that of what it has booked. */
export function pressPath(slug: string, at: StayAddress, press: { key: string; done?: string }) {
  const address = addressOf(bookPath(slug), at)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(press)}`
}

/** Answers a form with its address; where a room was added or removed, its field stays open. */
export function redirectForm(path: string, at: StayAddress, { query }: Visit): PageAnswer {
  const isEdit = query.has('more') || query.has('less')
  return goTo(addressOf(path, at, { isEdit, isCut: at.isCut }))
}
