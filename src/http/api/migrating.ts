import { isForPerson, languageOf, plainPage } from './plain-page.ts'
import { answerWithoutApp } from './problem.ts'

/** Progress of the migrations; both unknown at first, and on PostgreSQL. */
export type MigrationProgress = {
  secondsLeft: number | undefined
  /** From 0 to 1. */
  share: number | undefined
}

/** The longest wait that is advised: statements differ in length, and an early caller asks again. */
const RETRY_SECONDS_MAX = 60
/** A page is loaded again at least so often, because it shows how far the migrations have come. */
const RELOAD_SECONDS_MAX = 5

const WORDS = {
  en: {
    title: 'Roomwire is being updated',
    text: 'Nothing is lost, and this page opens by itself when it is done.',
    unknown: 'The time left is not known yet.',
    left: (time: string) => `About ${time} left.`,
    seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  },
  tr: {
    title: 'Roomwire güncelleniyor',
    text: 'Hiçbir şey kaybolmaz; bittiğinde bu sayfa kendiliğinden açılır.',
    unknown: 'Kalan süre henüz belli değil.',
    left: (time: string) => `Yaklaşık ${time} kaldı.`,
    seconds: (count: number) => `${count} saniye`,
    minutes: (count: number) => `${count} dakika`,
  },
}

/** The answer to every request during migrations, before the app exists: a page for people, a problem for programs. */
export function migratingResponse(request: Request, progress: MigrationProgress): Response {
  const { secondsLeft, share } = progress
  const detail = 'The database is being migrated.'
  const problem = answerWithoutApp('migrating', detail, {
    ...(secondsLeft !== undefined && {
      retryAfterSeconds: Math.min(RETRY_SECONDS_MAX, secondsLeft),
    }),
    members: {
      ...(secondsLeft !== undefined && { secondsLeft }),
      ...(share !== undefined && { share }),
    },
  })
  const answer = isForPerson(request) ? pageFor(request, progress, problem.headers) : problem
  // Another listener takes over later; kept connections would stay here.
  answer.headers.set('connection', 'close')
  return answer
}

function pageFor(
  request: Request,
  { secondsLeft, share }: MigrationProgress,
  told: Headers,
): Response {
  const { title, text, unknown, left, ...units } = WORDS[languageOf(request)]
  const retryAfter = told.get('retry-after')!
  const time = secondsLeft === undefined ? unknown : left(timeOf(secondsLeft, units))
  const bar =
    share === undefined ? '<progress></progress>' : `<progress value="${share}"></progress>`
  const page = plainPage(request, {
    ...{ status: 503, requestId: told.get('x-request-id')!, title },
    body: `<p>${text}</p><p>${bar}</p><p>${time}</p>`,
    reloadSeconds: Math.min(RELOAD_SECONDS_MAX, Number(retryAfter)),
  })
  page.headers.set('retry-after', retryAfter)
  return page
}

const timeOf = (
  secondsLeft: number,
  { seconds, minutes }: Pick<(typeof WORDS)['en'], 'seconds' | 'minutes'>,
) => (secondsLeft < 90 ? seconds(secondsLeft) : minutes(Math.round(secondsLeft / 60)))
