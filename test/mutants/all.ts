import { ACCESS } from './access.ts'
import { ALLOTMENTS } from './allotments.ts'
import { ASKING } from './asking.ts'
import { BACKUPS } from './backups.ts'
import { DEMAND } from './demand.ts'
import { DESK } from './desk.ts'
import { DOCTOR } from './doctor.ts'
import { ERASURE } from './erasure.ts'
import { EXTRAS } from './extras.ts'
import { GROUPS } from './groups.ts'
import { GUESSED } from './guessed.ts'
import { GUESTS } from './guests.ts'
import { KNOWN_PLACES } from './known-places.ts'
import { MADE } from './made.ts'
import { MONEY } from './money.ts'
import type { Mutant } from './mutant.ts'
import { OPTIONS } from './options.ts'
import { PACKED } from './packed.ts'
import { PASSKEYS } from './passkeys.ts'
import { PAYMENT } from './payment.ts'
import { PEOPLE } from './people.ts'
import { RECORDS } from './records.ts'
import { REPLICAS } from './replicas.ts'
import { ROOMS } from './rooms.ts'
import { SELLING } from './selling.ts'
import { SENDING } from './sending.ts'
import { SITES } from './sites.ts'
import { STATEMENTS } from './statements.ts'
import { STEP_UP } from './step-up.ts'
import { STRANGERS } from './strangers.ts'
import { TERMS_MUTANTS } from './terms.ts'
import { TOKEN_MUTANTS } from './tokens.ts'

/** Every mutant; its number is its place, from 1. */
export const MUTANTS: readonly Mutant[] = [
  ...MONEY,
  ...ERASURE,
  ...EXTRAS,
  ...OPTIONS,
  ...PACKED,
  ...RECORDS,
  ...GROUPS,
  ...ALLOTMENTS,
  ...SELLING,
  ...ROOMS,
  ...ACCESS,
  ...GUESSED,
  ...SENDING,
  ...KNOWN_PLACES,
  ...SITES,
  ...STRANGERS,
  ...GUESTS,
  ...DEMAND,
  ...DESK,
  ...MADE,
  ...PAYMENT,
  ...PEOPLE,
  ...TERMS_MUTANTS,
  ...STATEMENTS,
  ...TOKEN_MUTANTS,
  ...STEP_UP,
  ...PASSKEYS,
  ...ASKING,
  ...DOCTOR,
  ...BACKUPS,
  ...REPLICAS,
]
