import type { User } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Context } from '../api/context.ts'
import { hotelsShown } from '../api/guest-data.ts'
import { setWatch } from '../api/watch.ts'

type VisitSubject = { user: User | undefined; hotel?: Pick<Hotel, 'id' | 'slug' | 'name'> }

/**
 * Audit of admins: records for the hotels' owners that an admin saw guest data, on any path. A call about one hotel is
 * recorded before reading, any other before answering. If the record fails, nothing is shown.
 */
export function watchAdmin(
  { visits, knownHotelOfSlug }: Pick<Context, 'visits' | 'knownHotelOfSlug'>,
  request: Request,
  { user, hotel }: VisitSubject,
): void {
  if (user?.role !== 'admin') return
  const { id } = user
  async function after(answer: unknown): Promise<void> {
    const slugs = [...hotelsShown(await readAnswer(answer))]
    const found = await Promise.all(slugs.map(knownHotelOfSlug))
    const hotels = found.map((each) => each!.hotel)
    await visits.note(id, hotels)
  }
  setWatch(request, hotel ? { before: () => visits.note(id, [hotel]) } : { after })
}

/** Returns an answer as a value, even if it is already text; null for a file, whose handler notes the visit. */
async function readAnswer(answer: unknown): Promise<unknown> {
  if (answer instanceof Response) {
    const isFile = answer.headers.get('content-type')?.startsWith('text/csv')
    return answer.body === null || isFile ? null : await answer.clone().json()
  }
  return typeof answer === 'string' ? JSON.parse(answer) : answer
}
