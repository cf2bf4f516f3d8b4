import type { GuestBooking, PageAnswer, Problem, Visit } from '../http/guests/page-shape.ts'
import { type ActAnswer, showBooking } from './act.ts'
import { ACTS, isKnownAct } from './acts.ts'
import { type Key, languageOf, readKey } from './lib/key.ts'
import { createSpeaker } from './lib/say.ts'
import { entryPage } from './views/entry.tsx'
import { writePage } from './views/frame.tsx'
import { linkPage, troublePage } from './views/notices.tsx'

/** Answers a visit to `/booking` with a whole page that works without a script. */
export async function bookingPage(visit: Visit): Promise<PageAnswer> {
  const { form, problem } = visit
  const opened = readKey(visit)
  const scene = sceneOf(visit, opened)
  if (problem) return writePage(scene, troublePage(scene, problem))
  if (form.act === undefined || !opened.code) return writePage(scene, entryPage(scene))
  if (form.act === 'link') return await sendLink(visit, opened)
  const { value: found, problem: closed } = await visit.read(keyOf(opened))
  if (closed) {
    const page = closed.status === 404 ? entryPage : troublePage
    return writePage(scene, page(scene, closed))
  }
  return await answerAct(visit, opened, found)
}

/** The scene of a page on which no booking is open. */
const sceneOf = (visit: Visit, opened: Key) => ({
  say: createSpeaker(languageOf(opened, visit), visit.nowMs),
  ...{ opened, isSelling: visit.isSelling },
})

/** The acts that code and e-mail address alone never open (contract-access, *A booking's own key*). */
const NEEDS_TOKEN: ReadonlySet<string> = new Set<keyof typeof ACTS>([
  ...(['confirm', 'change', 'move', 'guest', 'invoice', 'review', 'cancel', 'drop'] as const),
])
const TOKEN_MISSING = { status: 403, code: 'manage_token_required' } as Problem

async function answerAct(visit: Visit, opened: Key, found: GuestBooking): Promise<PageAnswer> {
  const { act = '' } = visit.form
  const say = createSpeaker(languageOf(opened, visit, found.language), visit.nowMs)
  const { isSelling } = visit
  const asked = { say, opened, found, visit, isSelling }
  const answered: ActAnswer =
    opened.token === undefined && NEEDS_TOKEN.has(act)
      ? await showBooking(asked, { problem: TOKEN_MISSING })
      : await ACTS[isKnownAct(act) ? act : 'open'](asked)
  if ('text' in answered) return answered
  const page = writePage({ say, opened: answered.opened ?? opened, isSelling }, answered)
  return { ...page, counted: answered.counted ?? [] }
}

/** Asks the API to mail the link; by code and e-mail the answer is the same whether or not they match. */
async function sendLink(visit: Visit, opened: Key): Promise<PageAnswer> {
  const { token, email = '' } = opened
  // Any booking of a group stands for all of it.
  const found = token === undefined ? undefined : (await visit.read(keyOf(opened))).value
  const code = found?.record.code ?? opened.code
  const path = `/v1/bookings/${encodeURIComponent(code)}/manage-link`
  const { problem } = await visit.ask('POST', path, token ? { manageToken: token } : { email })
  const scene = sceneOf(visit, opened)
  return writePage(scene, problem ? troublePage(scene, problem) : linkPage(scene))
}

const keyOf = ({ code, token, email = '' }: Key) =>
  token === undefined ? { code, email } : { code, manageToken: token }
