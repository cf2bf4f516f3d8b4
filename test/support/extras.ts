import type { Extra, NewExtra } from '../../src/domain/extras/extra.ts'
import { createExtra } from '../../src/service/extras/extras.ts'
import type { TestService } from './service.ts'

const ACTOR = { type: 'user', id: 'u1' } as const

/** Makes an extra of Alfa: unless said otherwise 10.00 a stay, at most 9 pieces, with all taxes, on sale. */
export const makeExtra = (
  { deps, alfa }: Pick<TestService, 'deps' | 'alfa'>,
  { code, ...given }: Partial<NewExtra> & Pick<NewExtra, 'code'>,
): Promise<Extra> =>
  createExtra(deps, ACTOR, alfa.id, {
    code,
    ...{ name: `Extra ${code}`, per: 'stay', priceCents: 1_000, max: 9 },
    ...{ taxCodes: null, active: true },
    ...given,
  })
