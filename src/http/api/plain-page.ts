import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'

/** The look of the pages for guests (`src/guests/lib/booking.css`) in both themes, without scripts, images or fonts. */
const STYLE = [
  ':root{color-scheme:light dark;--a:light-dark(#0f6b5c,#4cc2ac);font:1rem/1.5 Inter,system-ui,sans-serif;background:light-dark(#fbf8f4,#171412);color:light-dark(#211c18,#f3eee8)}',
  'main{max-width:35rem;margin:12vh auto 0;padding:0 1rem}',
  'section{padding:1.5rem;border:1px solid light-dark(#eae3da,#352f29);border-radius:18px;background:light-dark(#fff,#1f1b18)}',
  'h1{margin:0 0 .5rem;font-size:1.625rem;line-height:1.2;letter-spacing:-.02em}p{margin:.75rem 0 0}a{color:var(--a)}',
  '.ways{display:flex;flex-wrap:wrap;gap:.625rem;margin-top:1.25rem}',
  '.ways a{display:inline-flex;align-items:center;min-height:46px;padding:0 1.125rem;border:1px solid light-dark(#8f8478,#80766b);border-radius:10px;color:inherit;font-weight:600;text-decoration:none}',
  '.ways a:first-child{border-color:var(--a);background:var(--a);color:light-dark(#fff,#0b1f1b)}',
  '.dim,.dim a{color:light-dark(#594f47,#bdb3a8);font-size:.9375rem}.dim a{padding:12px 0}',
  ':focus-visible{outline:3px solid var(--a);outline-offset:2px}progress{width:100%;accent-color:var(--a)}',
].join('')

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

/** True if a person asks for a page: a browser reads an address outside the API (`/v1/`, `/problems/`). */
export function isForPerson({ method, headers, url }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isPerson = /\btext\/html\b/.test(headers.get('accept') ?? '')
  return isRead && isPerson && !/^\/(v1|problems)(\/|$)/.test(URL.parse(url)?.pathname ?? '')
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
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${reload}<title>${title}</title><style>${STYLE}</style><main><section><h1>${title}</h1>${body}</section></main></html>`
}
