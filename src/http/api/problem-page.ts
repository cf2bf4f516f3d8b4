import type { AppError, ErrorCode } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { isForPerson, languageOf, plainPage } from './plain-page.ts'
import { PROBLEMS } from './problem-table.ts'

type Words = { title: string; text: string }

/** The pages of problems that a person meets by opening an address. */
const PAGES: Partial<Record<ErrorCode, Record<Language, Words>>> = {
  not_found: {
    en: {
      title: 'Page not found',
      text: 'There is nothing at this address. It may be mistyped, or the page was removed.',
    },
    tr: {
      title: 'Böyle bir sayfa yok',
      text: 'Bu adreste bir şey yok. Yanlış yazılmış ya da kaldırılmış olabilir.',
    },
  },
  rate_limited: {
    en: { title: 'Too many requests', text: 'Your connection has asked for too much at once.' },
    tr: { title: 'Çok fazla istek', text: 'Bağlantınızdan bir anda çok fazla istek geldi.' },
  },
  unavailable: {
    en: { title: 'Back in a moment', text: 'We cannot be reached at present. Nothing is lost.' },
    tr: { title: 'Birazdan buradayız', text: 'Şu anda hizmet veremiyoruz. Hiçbir şey kaybolmadı.' },
  },
  internal: {
    en: { title: 'Something went wrong', text: 'It is our fault, and it has been noted.' },
    tr: { title: 'Bir şeyler ters gitti', text: 'Hata bizde; kaydedildi.' },
  },
}

const WAYS = {
  en: {
    stay: 'Find your stay',
    my: 'My booking',
    again: 'Try again',
    wait: (seconds: number) =>
      `Please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`}; this page then opens by itself.`,
    panel: 'Hotel sign-in',
    agency: 'Agency sign-in',
    docs: 'API reference',
  },
  tr: {
    stay: 'Konaklamanızı bulun',
    my: 'Rezervasyonum',
    again: 'Yeniden dene',
    wait: (seconds: number) =>
      `Lütfen ${seconds} saniye bekleyin; sayfa sonra kendiliğinden açılır.`,
    panel: 'Otel girişi',
    agency: 'Acente girişi',
    docs: 'API belgeleri',
  },
}

/** A page is loaded again by itself after at most this wait; a longer one is nobody's to sit through. */
const RELOAD_SECONDS_MAX = 120

/**
 * Returns the page of a problem for people, with a way on.
 *
 * @param hasStays returns true if guests may search and book here
 * @returns undefined for programs, and for problems that no page is about: the answer is a problem instead
 */
export function problemPage(
  request: Request,
  { code, facts }: Pick<AppError, 'code' | 'facts'>,
  { requestId, hasStays }: { requestId: string; hasStays: () => boolean },
): Response | undefined {
  const words = PAGES[code]
  if (!words || !isForPerson(request)) return undefined
  const language = languageOf(request)
  const { title, text } = words[language]
  const ways = WAYS[language]
  const { retryAfterSeconds } = facts
  const isSoon = retryAfterSeconds !== undefined && retryAfterSeconds <= RELOAD_SECONDS_MAX
  const wait = isSoon ? [`<p>${ways.wait(retryAfterSeconds)}</p>`] : []
  const onwards = [
    ...(code === 'not_found' ? [] : [`<a href="">${ways.again}</a>`]),
    ...(hasStays() ? [`<a href="/stay">${ways.stay}</a>`, `<a href="/my">${ways.my}</a>`] : []),
  ]
  const elsewhere = [
    `<a href="/panel">${ways.panel}</a>`,
    `<a href="/acenta">${ways.agency}</a>`,
    `<a href="/swagger">${ways.docs}</a>`,
  ]
  const page = plainPage(request, {
    ...{ status: PROBLEMS[code].status, requestId, title },
    body: `<p>${text}</p>${wait.join('')}${waysOf(onwards)}<p class="dim">${elsewhere.join(' · ')}</p>`,
    ...(isSoon && { reloadSeconds: retryAfterSeconds }),
  })
  if (retryAfterSeconds !== undefined) page.headers.set('retry-after', String(retryAfterSeconds))
  return page
}

const waysOf = (links: readonly string[]) =>
  links.length > 0 ? `<p class="ways">${links.join('')}</p>` : ''
