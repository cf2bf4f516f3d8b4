import { AppError } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import type { Call } from '../api/route.ts'
import type { AddRoutes } from '../api/route-group.ts'
import { publicDoor } from '../doors/public-limit.ts'

/** Readers ask again after this time; RFC 9116 wants less than a year. */
const EXPIRES_MS = 180 * 86_400_000

/** `GET /.well-known/security.txt`: where faults of security are reported (RFC 9116); 404 until `SECURITY_CONTACT` is set. */
export function securityTxtRoutes(context: Context): AddRoutes {
  const { publicUrl, securityContact, nowMs } = context
  const door = publicDoor(context)
  const path = '/.well-known/security.txt'
  const answer = async (call: Call) => {
    await door.enter(call, () => ({}))
    if (!securityContact) throw new AppError('not_found', 'There is no such page.')
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(nowMs() + EXPIRES_MS).toISOString()}`,
      'Preferred-Languages: en, tr',
      `Canonical: ${publicUrl}${path}`,
    ]
    return new Response(`${lines.join('\n')}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'max-age=86400' },
    })
  }
  return (app) =>
    app.get(path, ({ request, server, set }) => answer({ request, server, set }), {
      detail: { hide: true },
    })
}
