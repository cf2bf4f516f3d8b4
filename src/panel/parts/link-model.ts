import type { LinkView } from '../../http/accounts/link-shape.ts'
import { send } from '../lib/http.ts'

export type { LinkView } from '../../http/accounts/link-shape.ts'

/** What the pages of a link are given. */
export type LinkProps = { token: string; link: LinkView }

/** Uses a link. @throws Problem */
export const post = <T>(what: string, body: object): Promise<T> =>
  send<T>({ method: 'POST', path: `/v1/auth/${what}`, body })
