import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'

/** Styles of the light and dark themes, without scripts, images or fonts. */
const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;background:light-dark(#f7f7f5,#131417);color:light-dark(#1c1d20,#ececea)}main{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem}h1{font-size:1.4rem}a{color:light-dark(#0f6b5c,#4cc2ac)}progress{width:100%;accent-color:light-dark(#0f6b5c,#4cc2ac)}`

const HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A page that needs nothing of the app: its texts are HTML. */
export type PlainPage = {
  status: number
  requestId: string
  title: string
  /** HTML below the title. */
  body: string
  /** Seconds until the browser loads the page again; absent: never. */
  reloadSeconds?: number
}

/** True if a person asks for a page: a browser reads an address outside `/v1/`, which has no pages. */
export function isForPerson({ method, headers, url }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isPerson = /\btext\/html\b/.test(headers.get('accept') ?? '')
  return isRead && isPerson && !/^\/v1(\/|$)/.test(URL.parse(url)?.pathname ?? '')
}

/** Returns the language that an address chooses (`?lang=`), else the first known one of its browser, else English. */
export function languageOf({ headers, url }: Pick<Request, 'headers' | 'url'>): Language {
  const chosen = LANGUAGES.find((each) => each === URL.parse(url)?.searchParams.get('lang'))
  if (chosen) return chosen
  const asked = headers.get('accept-language')?.match(/\b(tr|en)\b/i)?.[1]
  return asked?.toLowerCase() === 'tr' ? 'tr' : 'en'
}

/** Answers a page for people, in the language of their browser. */
export function plainPage(request: Request, page: PlainPage): Response {
  return new Response(request.method === 'HEAD' ? null : htmlOf(languageOf(request), page), {
    status: page.status,
    headers: {
      'content-type': 'text/html;charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      vary: 'accept, accept-language',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': page.requestId,
    },
  })
}

function htmlOf(language: Language, { title, body, reloadSeconds }: PlainPage): string {
  const reload =
    reloadSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${reloadSeconds}">`
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${reload}<title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1>${body}</main></html>`
}
