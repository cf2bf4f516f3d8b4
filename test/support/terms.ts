import { NO_TERMS } from '../../src/domain/agencies/terms.ts'
import type { Answer } from './matchers.ts'
import type { TestUser } from './users.ts'

/** Terms as a hotel agreed on none. */
const { owedCents: _, ...none } = NO_TERMS
export const NONE = none

/** Sets the terms of Delta, or of another agency, at the hotel of its manager: active, on sale. */
export const putTerms = async (
  { call }: Pick<TestUser, 'call'>,
  terms: Record<string, unknown> = {},
  code = 'DELTA',
): Promise<Answer> =>
  await call('PUT', `/v1/panel/agencies/${code}/terms`, {
    body: { stopSale: false, active: true, ...terms },
  })
