import { setPriority } from 'node:os'
import { guestPages } from '../guests/guest-pages.ts'
import { isWorthPacking, packHere } from '../http/api/packing.ts'
import { askBy } from '../http/guests/ask.ts'
import type { PageAnswer, Questions, Visit } from '../http/guests/page-shape.ts'

declare const self: Worker

/** The pages that are written here. */
export type WrittenPage = 'search' | 'hotel' | 'book'
/** A visit without what only the loop can answer. */
type VisitFacts = Omit<Visit, keyof Questions | 'ask' | 'query' | 'problem'> & { query: string }
/** A page to write. */
export type PageOrder = { visit: number; page: WrittenPage; facts: VisitFacts }
/** Something that a page asks, by the visit whose page it is. */
export type Question = { visit: number; name: keyof Questions; given: unknown[] }
/** Questions asked at once. */
export type Batch = { batch: number; questions: Question[] }
/** The answers to a batch of questions; undefined: one of them failed. */
export type Replies = { batch: number; replies: unknown[] | undefined }
/** A page was written, or threw. */
export type PageDone = { visit: number; answer: PageAnswer } | { visit: number; failure: string }
export type PageNews = Batch | PageDone

/** The thread gives way to the event loop, which may share its core: woken by a message, it would run first. */
const NICENESS = 10

const tell = (news: PageNews | 'ready' | 'pong') => postMessage(news)

/** Writes pages of guests beside the event loop, which answers what they ask. */
self.onmessage = async ({ data }: MessageEvent<PageOrder | Replies | 'ping'>) => {
  if (data === 'ping') tell('pong')
  else if ('batch' in data) takeReplies(data)
  else await write(data)
}
giveWay()
tell('ready')

/** Lowers the priority of this thread, where a thread has its own: elsewhere it would be the whole process's. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(NICENESS)
  } catch {
    // A sandbox forbids it: the pages are written all the same.
  }
}

async function write({ visit: id, page, facts }: PageOrder): Promise<void> {
  try {
    const answer = await guestPages[page](visitOf(id, facts))
    tell({ visit: id, answer: { ...answer, packed: packed(facts, answer) } })
  } catch (error) {
    tell({ visit: id, failure: (error instanceof Error && error.stack) || String(error) })
  }
}

function packed({ packIn }: VisitFacts, { text }: PageAnswer): PageAnswer['packed'] {
  if (!packIn || !isWorthPacking(text)) return undefined
  return { coding: packIn, bytes: packHere(text, packIn) }
}

function visitOf(id: number, facts: VisitFacts): Visit {
  const by = (name: keyof Questions) =>
    ((...given: unknown[]) => ask({ visit: id, name, given })) as never
  const send: Questions['send'] = by('send')
  return {
    ...{ ...facts, query: new URLSearchParams(facts.query), send, ask: askBy(send) },
    ...{ read: by('read'), tokenOf: by('tokenOf') },
    ...{ isListed: by('isListed'), isMailed: by('isMailed') },
  }
}

/** Those who wait for the replies of a batch, in the order of its questions. */
const waiting = new Map<number, PromiseWithResolvers<unknown>[]>()
let batches = 0
let questions: Question[] = []
let askers: PromiseWithResolvers<unknown>[] = []

/** Asks the loop. A page asks for a dozen things at once, which are one message. */
function ask(question: Question): Promise<unknown> {
  if (questions.length === 0) queueMicrotask(sendBatch)
  const asker = Promise.withResolvers<unknown>()
  questions.push(question)
  askers.push(asker)
  return asker.promise
}

function sendBatch(): void {
  const batch = batches++
  waiting.set(batch, askers)
  tell({ batch, questions })
  questions = []
  askers = []
}

function takeReplies({ batch, replies }: Replies): void {
  const whole = waiting.get(batch) ?? []
  waiting.delete(batch)
  for (const [at, { resolve, reject }] of whole.entries())
    if (replies) resolve(replies[at])
    else reject(new Error('a question of the page failed'))
}
