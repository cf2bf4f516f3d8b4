/*
 * The optional script of `/booking`. It sends the fragment of a link, spreads a pasted manage code over its fields, keeps
 * the length of a stay that moves, sends each form once, and shows the answer in place. In place, because going back to a
 * page that a form asked for makes browsers show their own error.
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

const GROUP_LENGTHS = [6, 6, 5, 5]
const TOKEN_LENGTH = 22

/** Opens the booking of a link. The key leaves the address, and so the history, before anything is sent. */
function openLink(link: string): boolean {
  const [code, token, proof] = link.split('#')[1]?.trim().split('.') ?? []
  if (!code || !token) return false
  history.replaceState(null, '', location.pathname + location.search)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = location.pathname + location.search
  const fields = { act: 'open', code, token, ...(proof && { proof }) }
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  return true
}

/** Spreads a pasted or typed manage code from one field over the next ones. */
function spread(groups: HTMLInputElement[], first: number, text: string): void {
  let rest = text.replace(/\s+/g, '')
  let at = first
  for (; at < groups.length && rest; at++) {
    const length = GROUP_LENGTHS[at]!
    groups[at]!.value = rest.slice(0, length)
    rest = rest.slice(length)
  }
  groups[Math.min(at, groups.length - 1)]!.focus()
}

function startGroups(): void {
  const groups = [...document.querySelectorAll<HTMLInputElement>('.groups input')]
  groups.forEach((group, index) => {
    group.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text') ?? ''
      if (openLink(text)) return event.preventDefault()
      if (text.replace(/\s+/g, '').length <= GROUP_LENGTHS[index]!) return
      event.preventDefault()
      // A whole code fills all fields from the first, wherever it is pasted.
      const isWhole = text.replace(/\s+/g, '').length === TOKEN_LENGTH
      spread(groups, isWhole ? 0 : index, text)
    })
    group.addEventListener('input', (event) => {
      // Keyboards of telephones paste like typing.
      const token = group.value.split('#')[1]?.split('.')[1] ?? ''
      if (token.length >= TOKEN_LENGTH && openLink(group.value)) return
      const isTyped = (event as InputEvent).inputType === 'insertText'
      const isFull = group.value.length >= GROUP_LENGTHS[index]!
      if (isTyped && isFull && group.selectionEnd === group.value.length)
        spread(groups, index, group.value)
    })
  })
}

function startDates(): void {
  const field = (name: string) => document.querySelector<HTMLInputElement>(`.dates [name=${name}]`)
  const [checkin, checkout] = [field('checkin'), field('checkout')]
  if (!checkin || !checkout) return
  let before = checkin.valueAsNumber
  checkin.addEventListener('change', () => {
    const now = checkin.valueAsNumber
    if (Number.isNaN(now)) return
    const nightsMs = checkout.valueAsNumber - before
    if (nightsMs >= DAY_MS) checkout.valueAsNumber = now + nightsMs
    before = now
  })
}

/** Sends forms by script; a second press before the answer sends nothing (debounce). */
function startForms(): void {
  let isBusy = false
  let isNative = false
  document.addEventListener('submit', async (event) => {
    const form = event.target as HTMLFormElement
    // A calendar file is a download: the page stays.
    const act = form.querySelector<HTMLInputElement>('[name=act]')
    if (isNative || act?.value === 'calendar') return
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    const button = event.submitter
    button?.setAttribute('aria-busy', 'true')
    try {
      await show(fieldsOf(new FormData(form, button)))
      goDeeper()
    } catch {
      isNative = true
      form.requestSubmit(button)
    } finally {
      isBusy = false
    }
  })
  addEventListener('pageshow', () => {
    isNative = false
    freeButtons()
  })
}

/** Fetches and shows a page. @param fields the form to send; undefined: the page without a booking */
async function show(fields?: URLSearchParams): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const sent = fields && { method: 'POST', body: fields }
  const answer = await fetch(location.pathname + location.search, { ...sent, signal })
  swapPage(await readPage(answer))
  startPage()
  goToHead()
}

const carried = () => document.querySelector<HTMLFormElement>('header form')
let isDeep = false

/** Adds one step to the history for the first answer; later answers replace it. */
function goDeeper(): void {
  if (!isDeep) history.pushState(null, '', location.href)
  isDeep = true
}

/** Makes a step back show the booking that was opened first, in its present state. */
function startHistory(): void {
  const wasOpened = carried() !== null
  addEventListener('popstate', async () => {
    if (location.hash) return
    isDeep = false
    const form = carried()
    if (!wasOpened || !form) return await show().catch(() => location.reload())
    const fields = fieldsOf(new FormData(form))
    fields.set('lang', document.documentElement.lang)
    await show(fields).catch(() => location.reload())
  })
}

function startPage(): void {
  startGroups()
  startDates()
  addPrint('button small', 'prepend')
  addSteps()
}

if (!openLink(location.hash)) {
  startPage()
  startForms()
  startHistory()
  addEventListener('hashchange', () => openLink(location.hash))
}
