/** @jsxImportSource preact */

import type { GroupRecord } from '../../domain/bookings/group.ts'
import type { AgreementText } from '../../domain/catalog/agreements.ts'
import { LANGUAGES } from '../../domain/kernel/language.ts'
import { isUnsold } from '../../domain/sale/refusal.ts'
import type {
  BookingRecord,
  GroupQuote,
  HotelPage,
  ListPage,
  PageAnswer,
  Problem,
  Visit,
} from '../../http/guests/page-shape.ts'
import { isStanding } from '../lib/standing.ts'
import { stayParameters } from './address.ts'
import { BookForm } from './book-form.tsx'
import type { BookScene } from './book-scene.ts'
import { isWaiting, writeDone, writeOver } from './done.tsx'
import { agreementsIn, type Draft, isKey, newKey, orderOf, readDraft, staysOf } from './draft.ts'
import { writeStayPage, writeTrouble } from './frame.tsx'
import {
  goTo,
  hotelPath,
  missingPath,
  pressPath,
  redirect,
  type StayScene,
  sceneOf,
} from './scene.ts'

/** A booking or group that was made, with its manage token. */
type Made = (BookingRecord | GroupRecord) & { manageToken?: string | null }

/** Answers `/stay/:slug/book`: the form, and its press, which sells. Nothing is held while somebody types. */
export async function bookPage(visit: Visit): Promise<PageAnswer> {
  const scene = sceneOf(visit)
  const { at, say } = scene
  const slug = visit.slug ?? ''
  if (visit.problem) return writeTrouble(scene, visit.problem)
  const key = visit.query.get('key')
  const isOpened = Object.keys(visit.form).length === 0
  // The key stands in the address, so that a step back finds the form of the same press.
  if (isOpened && !isKey(key)) return goTo(pressPath(slug, at, { key: newKey() }))
  const code = visit.query.get('done')
  if (isOpened && code) return await showDone(scene, { slug, code, key: key! })
  const address = `/v1/hotels/${encodeURIComponent(slug)}?${stayParameters(at)}`
  const { value: page, problem } = await visit.ask<HotelPage>('GET', address)
  if (problem?.status === 422) return redirect(hotelPath(slug), at)
  if (!page) return writeTrouble(scene, problem)
  const draft = readDraft(visit, at, page)
  const isComplete = draft.choices.length === at.parties.length && at.checkin && at.checkout
  if (!isComplete) return goTo(missingPath(slug, at))
  if (visit.form.act !== 'book') return await showForm(scene, page, draft)
  const isAgreed = agreementsIn(page, say.language).every(({ kind }) => draft.consents.has(kind))
  if (!isAgreed) return await showForm(scene, page, draft, NOT_AGREED)
  const made = await place(visit, { scene, draft, page })
  if (made.value) {
    const done = await leadToDone(scene, { draft, page, made: made.value })
    const kind = isWaiting(made.value) ? 'holds' : 'bookings'
    return { ...done, counted: made.isReplay ? [] : [{ slug, kind }] }
  }
  // The page lacks rooms that went since it was read.
  const { value: now = page } = await visit.ask<HotelPage>('GET', address)
  const form = await showForm(scene, now, draft, made.problem)
  return isUnsold(made.problem.code) ? { ...form, counted: [{ slug, kind: 'denials' }] } : form
}

/** Leads to the page after the press, which may be loaded again; a late replay, without its token, is shown at once. */
async function leadToDone(
  scene: StayScene,
  { draft, page, made }: { draft: Draft; page: HotelPage; made: Made },
): Promise<PageAnswer> {
  const { slug } = page
  if (made.manageToken) return goTo(pressPath(slug, scene.at, { key: draft.key, done: made.code }))
  const isMailed = await scene.visit.isMailed(slug)
  return writeDone(scene, { page, made, token: null, isMailed })
}

/** Shows what this visitor's press has just booked, as it is now. */
async function showDone(
  scene: StayScene,
  { slug, code, key }: { slug: string; code: string; key: string },
): Promise<PageAnswer> {
  const { visit, at } = scene
  const token = await visit.tokenOf({ code, key })
  const address = `/v1/hotels/${encodeURIComponent(slug)}`
  const [found, { value: page }, isMailed] = await Promise.all([
    token ? visit.read({ code, manageToken: token }) : null,
    visit.ask<HotelPage>('GET', address),
    visit.isMailed(slug),
  ])
  const whole = found?.value
  if (!page || whole?.record.hotelSlug !== slug || !isStanding(whole.record))
    return writeOver(scene)
  const other = LANGUAGES.find((each) => each !== scene.say.language)!
  const otherHref = pressPath(slug, { ...at, lang: other }, { key, done: code })
  const made = whole.group ?? whole.record
  return writeDone(scene, { page, made, found: whole, token, isMailed, otherHref })
}

type PlaceParts = { scene: StayScene; draft: Draft; page: HotelPage }

/** The problem of a form whose texts were not agreed to. */
const NOT_AGREED = {
  status: 422,
  code: 'validation_failed',
  errors: [{ path: '/consents', code: 'required', message: '' }],
} as unknown as Problem

/** Books through the public API: one room as a booking, several as a group. */
function place({ ask }: Visit, { scene: { at, say }, draft, page }: PlaceParts) {
  const order = orderOf(draft, page, { say, at })
  const stays = staysOf(at, draft)
  const [first] = stays
  return stays.length === 1
    ? ask<Made>('POST', '/v1/bookings', { ...order, ...first }, draft.key)
    : ask<Made>('POST', '/v1/booking-groups', { ...order, stays }, draft.key)
}

/** Shows the form with all that was typed, and the sum as it is now. */
async function showForm(
  scene: StayScene,
  page: HotelPage,
  draft: Draft,
  refused?: Problem,
): Promise<PageAnswer> {
  const { say, at, visit } = scene
  const stays = staysOf(at, draft)
  const [asked, texts, isMailed] = await Promise.all([
    visit.ask<GroupQuote>('POST', '/v1/quotes', { hotelSlug: page.slug, stays }),
    readAgreements(visit, page),
    visit.isMailed(page.slug),
  ])
  const agreements = agreementsIn({ ...page, agreements: texts }, say.language) as AgreementText[]
  const quote = asked.value ?? null
  const isPrice = refused?.code === 'price_changed'
  const isSpent = refused?.code === 'idempotency_conflict'
  const isGone = !isSpent && (asked.problem !== undefined || (refused && isUnsold(refused.code)))
  const problem = isGone ? (asked.problem ?? refused) : isPrice ? undefined : refused
  const isChanged =
    draft.payableCents !== null && quote !== null && quote.payableCents !== draft.payableCents
  const status = refused?.status ?? asked.problem?.status ?? 200
  const book: BookScene = {
    ...{ ...scene, page, agreements, quote, problem, isMailed },
    draft: isSpent ? { ...draft, key: newKey() } : draft,
    isChanged: isChanged || isPrice,
  }
  const answer = writeStayPage(scene, {
    title: say.word('book.title'),
    path: null,
    hotel: page,
    otherLanguage: { form: 'book', deed: quote ? 'book' : 'quote' },
    body: <BookForm {...book} />,
  })
  return { ...answer, status }
}

/** Reads the texts to agree to in full, if there are any. */
async function readAgreements({ ask }: Visit, page: HotelPage): Promise<AgreementText[]> {
  if (page.agreements.length === 0) return []
  const path = `/v1/hotels/${encodeURIComponent(page.slug)}/agreements`
  return (await ask<ListPage<AgreementText>>('GET', path)).value?.items ?? []
}
