/*
 * The optional script of `/stay`: it shows the answer to a search, a filter, a day or a month in place, and sends a form
 * that books once.
 */

import {
  ANSWER_MS,
  addPrint,
  addSteps,
  DAY_MS,
  fieldsOf,
  freeButtons,
  goToHead,
  readPage,
  swapPage,
} from './script-parts.ts'

let asked = 0
/** Returns the address of a page without its section. */
const pageOf = (address: string) => address.replace(/#.*/, '')
/** The page that is shown. */
let shown = pageOf(location.href)

/** Puts a page in the place of the one that is shown; what a guest has unfolded stays so. */
function swap(next: Document): void {
  for (const { id, open } of document.querySelectorAll<HTMLDetailsElement>('.fold[id]')) {
    const same = open && next.querySelector<HTMLDetailsElement>(`details#${id}`)
    if (same) same.open = true
  }
  swapPage(next)
}

/** Shows a page in place: the focus and the place on the screen stay where the guest was. */
async function show(address: string, isBack = false): Promise<void> {
  const mine = ++asked
  document.body.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (mine !== asked) return
    const next = await readPage(answer)
    if (mine !== asked) return
    const focused = document.activeElement
    const key = focused?.getAttribute('href') ?? focused?.id
    const part = [...document.querySelectorAll('[data-swap]')].findIndex((each) =>
      each.contains(focused),
    )
    swap(next)
    // A step back to the form of a press that has booked leads to what it booked.
    if (!isBack) history.pushState(null, '', answer.url)
    else if (answer.redirected) history.replaceState(null, '', answer.url)
    shown = pageOf(location.href)
    startPage()
    focusAgain(part, key)
  } catch {
    if (mine === asked) location.assign(address)
  }
}

/** Moves the focus to where it was: the same link or field of the same part of the page, else the part itself. */
function focusAgain(part: number, key: string | undefined): void {
  const place = document.querySelectorAll<HTMLElement>('[data-swap]')[part]
  if (!place) return
  const name = CSS.escape(key ?? '')
  const same = key && place.querySelector<HTMLElement>(`[href="${name}"], #${name}`)
  if (!same) place.tabIndex = -1
  const target = same || place
  target.focus({ preventScroll: true })
  // The answer has folded a form that was sent: its line takes the focus.
  if (document.activeElement !== target)
    target.closest('details')?.querySelector('summary')?.focus({ preventScroll: true })
}

/** Links and forms inside `data-swap` are answered in place. */
function startSwaps(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-swap] a[href]')
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void show(link.href)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.method !== 'get' || !form.hasAttribute('data-swap')) return
    event.preventDefault()
    const query = fieldsOf(new FormData(form, event.submitter))
    void show(`${new URL(form.action).pathname}?${query}`)
  })
  // A link to a section of the page is a step, too, and needs no other page.
  addEventListener('popstate', () => {
    if (pageOf(location.href) !== shown) void show(location.href, true)
  })
}

/**
 * Sends the form of a press, and shows its answer in place: the history has no answer of a form, which browsers ask for
 * again with a warning. What was booked takes the place of the form.
 */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const body = fieldsOf(new FormData(form, submitter))
  const signal = AbortSignal.timeout(ANSWER_MS)
  try {
    const answer = await fetch(location.href, { method: 'POST', body, signal })
    const next = await readPage(answer)
    swap(next)
    if (answer.redirected) history.replaceState(null, '', answer.url)
    shown = pageOf(location.href)
    startPage()
    goToHead()
  } catch {
    // The key of the press makes it one, however often it is sent.
    form.dataset.native = 'yes'
    form.requestSubmit(submitter)
  }
}

let lastQuote = 0

/** Asks for the sum of what is typed, and puts it in its place; all else of the form stays. */
async function quote(form: HTMLFormElement): Promise<void> {
  const mine = ++lastQuote
  const body = fieldsOf(new FormData(form))
  body.set('act', 'quote')
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await fetch(location.href, { method: 'POST', body, signal }).catch(() => undefined)
  if (!answer || mine !== lastQuote) return
  const next = await readPage(answer)
  // The sum of a form that is being sent is said by its answer.
  if (mine !== lastQuote || form.dataset.sent) return
  if (!next.querySelector('#side [name=payable]')) {
    swap(next)
    return startPage()
  }
  for (const id of ['told', 'side']) {
    const [old, made] = [document.getElementById(id), next.getElementById(id)]
    if (!old || !made) continue
    const marks = [...old.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
    old.replaceChildren(...made.childNodes)
    for (const { name, value, checked } of marks) {
      const mark = old.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (mark?.value === value) mark.checked = checked
    }
  }
}

/** Moves the sum with the extras, without a press of the button that does so. */
function startQuotes(): void {
  const button = document.querySelector<HTMLElement>('[data-quote] [name=act]')
  if (button) button.hidden = true
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-quote] input'))
    field.addEventListener('change', () => {
      if (field.form && field.validity.valid) void quote(field.form)
    })
}

/** A second press before the answer sends nothing (debounce). */
function startOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.hasAttribute('data-once') || form.dataset.native) return
    event.preventDefault()
    if (form.dataset.sent) return
    form.dataset.sent = 'yes'
    event.submitter?.setAttribute('aria-busy', 'true')
    void send(form, event.submitter)
  })
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLElement>('[data-sent]')) {
      delete form.dataset.sent
      delete form.dataset.native
    }
    freeButtons()
  })
}

const DAYS_BY_KEY: Record<string, number> = {
  ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
}

/** The days of the calendar are one stop of the key Tab; arrows move among them (roving tabindex, WAI-ARIA grids). */
function startDays(): void {
  const days = document.querySelector('.days')
  const links = [...(days?.querySelectorAll<HTMLAnchorElement>('a.day') ?? [])]
  if (!days || links.length === 0) return
  const places = [...days.children]
  const rest = (on: HTMLAnchorElement) => {
    for (const link of links) link.tabIndex = link === on ? 0 : -1
  }
  const focused = links.find((link) => link === document.activeElement)
  rest(focused ?? links.find((link) => link.matches('.from, .to')) ?? links[0]!)
  days.addEventListener('focusin', ({ target }) => {
    if (links.includes(target as HTMLAnchorElement)) rest(target as HTMLAnchorElement)
  })
  days.addEventListener('keydown', (event) => {
    const { key, target } = event as KeyboardEvent
    const step = DAYS_BY_KEY[key]
    if (!step) return
    event.preventDefault()
    // A day that is none to press is passed over.
    let at = places.indexOf(target as Element) + step
    while (places[at] && !places[at]!.matches('a.day')) at += step
    ;(places[at] as HTMLElement | undefined)?.focus()
  })
}

/** The departure moves with the arrival, so that a stay keeps its length. */
function startDates(): void {
  const field = (id: string) => document.querySelector<HTMLInputElement>(`.bar #${id}`)
  const [checkin, checkout] = [field('checkin'), field('checkout')]
  if (!checkin || !checkout) return
  let before = checkin.valueAsNumber
  checkin.addEventListener('change', () => {
    const now = checkin.valueAsNumber
    if (Number.isNaN(now)) return
    const nights =
      Number.isNaN(before) || Number.isNaN(checkout.valueAsNumber)
        ? DAY_MS
        : Math.max(DAY_MS, checkout.valueAsNumber - before)
    checkout.min = new Date(now + DAY_MS).toISOString().slice(0, 10)
    checkout.valueAsNumber = now + nights
    before = now
  })
}

/** Within the page of a hotel: tells the height of this one, and opens bookings, which nobody may frame, apart. */
function startFrame(): void {
  if (window.top === window) return
  const { body, documentElement: root } = document
  // The frame is as high as the page, so no column of it is higher than the screen.
  root.classList.add('framed')
  new ResizeObserver(() => parent.postMessage({ stayHeight: body.scrollHeight }, '*')).observe(body)
  for (const way of document.querySelectorAll('a[href^="/my"], form[action="/my"]'))
    way.setAttribute('target', '_blank')
}

function startPage(): void {
  startFrame()
  startDates()
  startDays()
  addPrint('button', 'append')
  addSteps()
  startQuotes()
}

startPage()
startSwaps()
startOnce()
