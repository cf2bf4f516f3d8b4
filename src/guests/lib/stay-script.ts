/*
 * The optional script of `/stay`: it shows the answer to a search, a filter, a day or a month in place, and sends a form
 * that books once.
 */

export {}

/** After this time the browser itself asks, and shows its own error. */
const ANSWER_MS = 20_000
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
  document.title = next.title
  document.documentElement.lang = next.documentElement.lang
  document.body.replaceWith(next.body)
}

const parse = async (answer: Response) =>
  new DOMParser().parseFromString(await answer.text(), 'text/html')

/** Shows a page in place: the focus and the place on the screen stay where the guest was. */
async function show(address: string, isBack = false): Promise<void> {
  const mine = ++asked
  document.body.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (mine !== asked) return
    const next = await parse(answer)
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
  ;(same || place).focus({ preventScroll: true })
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
    const fields = new FormData(form, event.submitter)
    const query = new URLSearchParams([...fields] as [string, string][])
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
  const fields = [...new FormData(form, submitter)] as [string, string][]
  const body = new URLSearchParams(fields)
  const signal = AbortSignal.timeout(ANSWER_MS)
  try {
    const answer = await fetch(location.href, { method: 'POST', body, signal })
    const next = await parse(answer)
    swap(next)
    if (answer.redirected) history.replaceState(null, '', answer.url)
    shown = pageOf(location.href)
    scrollTo(0, 0)
    startPage()
    const head = document.querySelector('h1')
    if (head) head.tabIndex = -1
    ;(document.querySelector<HTMLElement>('[autofocus]') ?? head)?.focus()
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
  const data = new FormData(form)
  data.set('act', 'quote')
  const body = new URLSearchParams([...data] as [string, string][])
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await fetch(location.href, { method: 'POST', body, signal }).catch(() => undefined)
  if (!answer || mine !== lastQuote) return
  const next = await parse(answer)
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

/** Puts a button on each side of a number. */
function startSteps(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-less]')) {
    if (field.parentElement?.className === 'steps') continue
    const label = field.labels?.[0]?.textContent ?? ''
    const box = document.createElement('span')
    box.className = 'steps'
    field.replaceWith(box)
    const step = (sign: string, word = '', by: () => void) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = sign
      button.ariaLabel = `${word}: ${label}`
      button.addEventListener('click', () => {
        by()
        field.dispatchEvent(new Event('change', { bubbles: true }))
      })
      return button
    }
    const { less, more } = field.dataset
    box.append(
      step('−', less, () => field.stepDown()),
      field,
      step('+', more, () => field.stepUp()),
    )
  }
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
    for (const busy of document.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy')
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
    const day = 86_400_000
    if (Number.isNaN(now)) return
    const nights =
      Number.isNaN(before) || Number.isNaN(checkout.valueAsNumber)
        ? day
        : Math.max(day, checkout.valueAsNumber - before)
    checkout.min = new Date(now + day).toISOString().slice(0, 10)
    checkout.valueAsNumber = now + nights
    before = now
  })
}

/** The button to print, which only a script can do. */
function startPrint(): void {
  const place = document.getElementById('more')
  if (!place) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = place.dataset.print ?? ''
  button.addEventListener('click', () => print())
  place.append(button)
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
  startPrint()
  startSteps()
  startQuotes()
}

startPage()
startSwaps()
startOnce()
