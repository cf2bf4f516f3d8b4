import type { User } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Context } from '../api/context.ts'
import { hotelsShown } from '../api/guest-data.ts'
import { setWatch } from '../api/watch.ts'

type VisitSubject = { user: User | undefined; hotel?: Pick<Hotel, 'id' | 'slug' | 'name'> }

/**
 * Keeps for the hotels' owners that an admin is shown their guests, whichever path shows them: before it is read where the
 * call is about one hotel, else before it is answered. What cannot be kept is not shown.
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

/** An answer as its schema has it, also one that is text already. */
async function readAnswer(answer: unknown): Promise<unknown> {
  if (answer instanceof Response) return answer.body === null ? null : await answer.clone().json()
  return typeof answer === 'string' ? JSON.parse(answer) : answer
}
