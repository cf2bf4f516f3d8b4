import { NO_PENALTY, type Rate, STD } from '../../src/domain/rate.ts'
import type { NewRate } from '../../src/domain/rate-rules.ts'
import { changeRate, createRate } from '../../src/service/rates/rates.ts'
import type { TestService } from './service.ts'

const ACTOR = { type: 'user', id: 'u1' } as const

/**
 * Makes a rate at Alfa, or at the hotel of a slug: unless said otherwise of every room type, derived at the price of
 * `STD`, without a penalty, public and on sale. Of `STD` it changes what is given.
 */
export async function makeRate(
  { deps, context }: Pick<TestService, 'deps' | 'context'>,
  { rateCode, ...given }: Partial<NewRate> & Pick<NewRate, 'rateCode'>,
  hotelSlug = 'alfa',
): Promise<Rate> {
  if (rateCode === STD) return (await changeRate(deps, ACTOR, { hotelSlug, rateCode }, given)).rate
  const { rooms } = (await context.hotelOfSlug(hotelSlug))!
  const { rate } = await createRate(deps, ACTOR, hotelSlug, {
    rateCode,
    name: `Rate ${rateCode}`,
    boardCode: null,
    roomCodes: rooms.map(({ roomCode }) => roomCode),
    pricing: { type: 'derived' },
    guests: null,
    cancellation: NO_PENALTY,
    public: true,
    active: true,
    ...given,
  })
  return rate
}
