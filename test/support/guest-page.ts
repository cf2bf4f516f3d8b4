import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { findBooking } from '../../src/store/bookings/bookings.ts'
import { listGroup } from '../../src/store/bookings/groups.ts'
import { book } from './bookings.ts'
import { readAnswer, type TestService } from './service.ts'

/** What a browser without a script has of a page. */
export type PageAnswer = {
  /** Its address, after redirects. */
  path: string
  status: number
  headers: Headers
  html: string
  /** The text of the page, as it is read, in one line. */
  text: string
  /** The words on its buttons, in their order. */
  buttons: string[]
  /** What the form that a button sends has in its fields. */
  fieldsOf: (button: string) => Fields
  /** Fills in the form that a button sends, and presses it. */
  press: (button: string, typed?: Fields) => Promise<PageAnswer>
  /** Follows the first link whose text begins so. */
  follow: (link: string) => Promise<PageAnswer>
}

type Fields = Record<string, string>
type Form = {
  action: string | undefined
  fields: Fields
  buttons: { text: string; fields: Fields }[]
}

/** Books as a stranger does. @returns the fields of the link that is mailed */
export async function bookedLink(service: TestService, more: Record<string, unknown> = {}) {
  const { status, body } = await book(service.call, { language: 'en', ...more })
  if (status !== 201) throw new Error(`it could not be booked: ${JSON.stringify(body)}`)
  return await linkOf(service, body.code)
}

/** The fields of a booking's link, as it is mailed now. */
export async function linkOf({ store, deps: { tokens } }: TestService, code: string) {
  const booking = (await findBooking(store, code))!
  return { act: 'open', code, token: tokens.manage(booking), proof: tokens.proof(booking) }
}

/** Books a group as a stranger does, or as who calls. @returns it with the fields of the link that is mailed */
export async function bookedGroup(
  { store, deps: { tokens }, call }: TestService,
  body: Record<string, unknown>,
  caller = call,
) {
  const { status, body: group } = await caller('POST', '/v1/booking-groups', {
    body: { hotelSlug: 'alfa', language: 'en', ...body },
  })
  if (status !== 201) throw new Error(`it could not be booked: ${JSON.stringify(group)}`)
  const { code } = group as { code: string }
  const [first] = await listGroup(store, code)
  const [token, proof] = [tokens.manage(first!), tokens.proof(first!)]
  return { ...group, code, link: { act: 'open', code, token, proof } }
}

/** Opens `/booking` of a service as a browser without a script does. */
export function guestPageOf(service: TestService) {
  const open = pagesOf(service)
  return (
    fields?: Fields,
    { query = '', headers = {} }: { query?: string; headers?: Fields } = {},
  ) => open(`/booking${query}`, fields, headers)
}

/** Opens the guests' pages of a service as a browser without a script does; redirects are followed. */
export function pagesOf({ context }: Pick<TestService, 'context'>, pages = guestPages) {
  const app = createApp(context, {}, pages)
  return async function open(
    path: string,
    fields?: Fields,
    headers: Fields = {},
  ): Promise<PageAnswer> {
    const request = new Request(`http://localhost${path}`, {
      headers,
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    const { status, headers: given, text: html } = await readAnswer(await app.handle(request))
    if (status === 303) return await open(given.get('location')!, undefined, headers)
    const forms = formsOf(html)
    function formOf(text: string): Form {
      const form = forms.find(({ buttons }) => buttons.some((each) => each.text === text))
      if (!form) throw new Error(`there is no button ${text}: ${textOf(html)}`)
      return form
    }
    async function press(text: string, typed: Fields = {}): Promise<PageAnswer> {
      const form = formOf(text)
      const unknown = Object.keys(typed).filter((name) => !(name in form.fields))
      if (unknown.length > 0) throw new Error(`the form of ${text} has no field ${unknown}`)
      const pressed = form.buttons.find((each) => each.text === text)!
      const sent = { ...form.fields, ...typed, ...pressed.fields }
      return await open(form.action ?? path, sent, headers)
    }
    const buttons = forms.flatMap((form) => form.buttons.map(({ text }) => text))
    return {
      ...{ path, status, headers: given, html, text: textOf(html), buttons, press },
      fieldsOf: (text) => formOf(text).fields,
      follow: async (text) => await open(linkOfText(html, text), undefined, headers),
    }
  }
}

/** Returns the address of the first link with a text. */
function linkOfText(html: string, text: string): string {
  const links = [...html.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)]
  const found = links.find(([, , inner = '']) => textOf(inner).startsWith(text))
  if (!found) throw new Error(`there is no link ${text}: ${textOf(html)}`)
  return attributes(found[1]!).href!
}

/** Serves the guests' pages of a service, with what they load, on this machine. */
export function serveGuestPage({ context }: TestService) {
  const app = createApp(context, {}, guestPages).listen({ hostname: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${app.server!.port}`
  return {
    ...{ origin, url: `${origin}/booking` },
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  }
}

/** What each form of a page sends, as it stands. */
const formsOf = (html: string): Form[] =>
  [...html.matchAll(/<form ([^>]*method="post"[^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, form = '', inner = '']) => {
      const inputs = [...inner.matchAll(/<input ([^>]*)>/g)].map(([, tag = '']) => attributes(tag))
      const texts = [...inner.matchAll(/<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g)].map(
        ([, tag = '', value = '']) => ({ ...attributes(tag), value: plain(value) }),
      )
      const buttons = [...inner.matchAll(/<button ([^>]*)>([\s\S]*?)<\/button>/g)].map(
        ([, tag = '', text = '']) => ({ text: textOf(text), fields: fieldOf(attributes(tag)) }),
      )
      const fields = [...inputs, ...texts].map(fieldOf)
      return { action: attributes(form).action, fields: Object.assign({}, ...fields), buttons }
    },
  )

/** The attributes of a tag; those without a value are left out. */
const attributes = (tag: string): Fields =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, text]) => [name, plain(text!)]),
  )

const fieldOf = ({ name, value = '' }: Fields): Fields => (name ? { [name]: value } : {})

const textOf = (html: string) =>
  plain(html.replace(/^[\s\S]*<body>/, '').replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()

const plain = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
