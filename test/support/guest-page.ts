import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { readAnswer, type TestService } from './service.ts'

/** What a browser without a script shows of `/booking`: text, fields, buttons. */
export type Shown = {
  status: number
  headers: Headers
  html: string
  /** The text of the page, as it is read, in one line. */
  text: string
}

/** Opens `/booking` of a service as a browser without a script does. */
export function guestPageOf({ context }: TestService) {
  const app = createApp(context, {}, guestPages)
  return async function visit(
    fields?: Record<string, string>,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<Shown> {
    const request = new Request(`http://localhost/booking${query}`, {
      headers,
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    const { status, headers: given, text: html } = await readAnswer(await app.handle(request))
    return { status, headers: given, html, text: textOf(html) }
  }
}

/** Serves the page of a service, with what it loads, on this machine. */
export function serveGuestPage({ context }: TestService) {
  const app = createApp(context, {}, guestPages).listen({ hostname: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${app.server!.port}/booking`,
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  }
}

const textOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
