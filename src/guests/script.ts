/*
 * What makes the page quicker; it works without. Sends what a link has in its fragment, spreads a pasted manage code over
 * its fields, keeps the length of a stay that is moved, and sends each form once.
 */

const GROUP_LENGTHS = [6, 6, 5, 5]
const DAY_MS = 86_400_000

/** Opens the booking of a link. What opens it leaves the address, and so the history, before anything is sent. */
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

/** A manage code that is pasted or typed into one of its fields goes on in the next. */
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
      // A whole code begins in the first field, wherever it is pasted.
      spread(groups, text.replace(/\s+/g, '').length === 22 ? 0 : index, text)
    })
    group.addEventListener('input', (event) => {
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

/** A second press before the answer is there sends nothing. */
function startForms(): void {
  const sent = new Set<EventTarget>()
  document.addEventListener('submit', (event) => {
    const form = event.target!
    if (sent.has(form)) return event.preventDefault()
    // What comes as a file leaves the page as it is.
    const act = (form as HTMLFormElement).querySelector<HTMLInputElement>('[name=act]')
    if (act?.value === 'calendar') return
    sent.add(form)
    event.submitter?.setAttribute('aria-busy', 'true')
  })
  addEventListener('pageshow', () => {
    sent.clear()
    for (const busy of document.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy')
  })
}

/** Only a script prints. */
function startPrint(): void {
  const place = document.getElementById('more')
  if (!place) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button small'
  button.textContent = place.dataset.print ?? ''
  button.addEventListener('click', () => print())
  place.prepend(button)
}

if (!openLink(location.hash)) {
  startGroups()
  startDates()
  startForms()
  startPrint()
  addEventListener('hashchange', () => openLink(location.hash))
}
