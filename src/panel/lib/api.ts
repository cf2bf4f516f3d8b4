import type { Answer } from '../../client/call.ts'
import type { StepUp } from '../../domain/accounts/step-up.ts'
import {
  asProblem,
  type Call,
  type CallArguments,
  callOf,
  type FileId,
  type PeopleId,
  type SentFile,
  send,
  sendForFile,
} from './http.ts'
import { currentToken, refreshUser } from './session.ts'
import { askStepUp } from './step-up.ts'

export { asProblem, Problem } from './http.ts'

/** A page of a list (contract §5). `searchedUntil`: the search has not looked at older entries yet. */
export type Page<Item> = { items: Item[]; nextCursor: string | null; searchedUntil?: string }

/**
 * Calls an operation as the person who is signed in: `await call('listMails', { hotel })`. The operation's id stands in
 * its `route()`; parameters, body and answer have its types.
 *
 * A call whose session has expired waits for the sign-in form and goes out again. A call that needs a step-up waits for
 * its dialog likewise.
 *
 * @throws Problem; an aborted call throws the signal's reason
 */
export function call<Of extends PeopleId>(
  id: Of,
  ...[params, options]: CallArguments<Of>
): Promise<Answer<Of>> {
  return asSignedIn(send<Answer<Of>>, callOf(id, params, options))
}

/** Calls an operation that answers a file: `await callForFile('exportBookings', { hotel, from, to })`. */
export function callForFile<Of extends FileId>(
  id: Of,
  ...[params, options]: CallArguments<Of>
): Promise<SentFile> {
  return asSignedIn(sendForFile, callOf(id, params, options))
}

async function asSignedIn<T>(sendIt: (call: Call) => Promise<T>, call: Call): Promise<T> {
  const token = await currentToken()
  try {
    return await sendIt({ ...call, token })
  } catch (error) {
    const { code, body } = asProblem(error)
    // The page hides links by a role that has changed.
    const hasChanged = code === 'role_missing' || code === 'second_factor_required'
    const isGone = code === 'not_found' && call.path.startsWith('/v1/panel/')
    if (hasChanged || isGone) refreshUser().catch(asProblem)
    // A person who closes the dialog gets the problem.
    if (code === 'step_up_required' && (await askStepUp(body.act as StepUp)))
      return await sendIt({ ...call, token: await currentToken() })
    if (code !== 'unauthenticated') throw error
    return await sendIt({ ...call, token: await currentToken(token) })
  }
}
