import { type Static, Type } from 'typebox'
import { type Flaw, flaw, refuseFlaws } from '../../domain/kernel/errors.ts'
import { SANDBOX_FAULT_TIMES_MAX, SANDBOX_FAULTS_MAX } from '../../domain/kernel/limits.ts'
import {
  DELIVERY_FAULTS,
  FAULT_STATUSES,
  type Fault,
  SANDBOX_KEPT_BACK_MS,
} from '../../domain/sandbox/sandbox-fault.ts'
import { addFault, removeFault } from '../../service/sandbox/faults.ts'
import { listFaults } from '../../store/sandbox/faults.ts'
import type { Context } from '../api/context.ts'
import { oneOf } from '../api/query.ts'
import type { AddRoute } from '../api/route.ts'
import { Instant, namedObject, pageOf, show } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import type { ScopeNeed, TestKey } from '../doors/partner-key.ts'

const SANDBOX_DELAY_MS_MAX = 30_000

type AddSandboxRoute = AddRoute<{ key: TestKey }, Record<never, never>, ScopeNeed>

const settings = {
  operation: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`operationId` whose answers fail; default any.',
    }),
  ),
  status: Type.Optional(
    Type.Integer({
      enum: [...FAULT_STATUSES],
      description: 'Refuses with this status; nothing is done.',
    }),
  ),
  delayMs: Type.Optional(
    Type.Integer({ minimum: 1, maximum: SANDBOX_DELAY_MS_MAX, description: 'Delays the answer.' }),
  ),
  drop: Type.Optional(Type.Boolean({ description: 'Closes the connection instead of answering.' })),
  webhooks: Type.Optional({
    ...oneOf(...DELIVERY_FAULTS),
    description: 'The fault of deliveries.',
  }),
}
const times = { minimum: 1, maximum: SANDBOX_FAULT_TIMES_MAX }
const FaultBody = strictObject({
  ...settings,
  times: Type.Integer({ ...times, description: 'Number of answers or deliveries.' }),
})

const FaultSchema = namedObject('SandboxFault', {
  id: Type.String(),
  ...settings,
  times: Type.Integer(),
  remaining: Type.Integer({ description: 'Times left.' }),
  createdAt: Instant,
})

/** Adds the injected faults of a sandbox: creation, list and removal. */
export function addFaults(route: AddSandboxRoute, context: Context): void {
  const { store } = context

  route('POST', '/faults', {
    id: 'addSandboxFault',
    scope: 'any',
    summary: 'Make the next answers or deliveries fail',
    description: `Faults of answers to this hotel's test keys: \`status\` refuses the request without doing it (429 and 503 with \`Retry-After\`; the problem has \`onPurpose\`); otherwise the request is done, and the answer comes \`delayMs\` later, or never with \`drop\`: a test of your retries. Operations of the sandbox itself never fail. Faults of deliveries to its webhooks: \`duplicate\` sends twice, \`delay\` ${SANDBOX_KEPT_BACK_MS / 1_000} s late, \`fail\` fails this attempt, \`reorder\` sends after a later event, \`bad_signature\` has a forged signature, which a receiver must refuse. At most ${SANDBOX_FAULTS_MAX} at a time; a reset ends them.`,
    body: FaultBody,
    examples: {
      'Two pushes are refused': { operation: 'pushAvailability', status: 429, times: 2 },
      'An answer is lost': { drop: true, times: 1 },
      'A forged delivery': { webhooks: 'bad_signature', times: 1 },
    },
    status: 201,
    says: 'The fault is set.',
    answer: FaultSchema,
    handle: async ({ key: { hotelId }, body }) =>
      showFault(await addFault(context, { hotelId, ...readFault(context, body) })),
  })

  route('GET', '/faults', {
    id: 'listSandboxFaults',
    scope: 'any',
    summary: 'Faults of the sandbox',
    says: 'All faults, oldest first.',
    answer: pageOf(FaultSchema),
    handle: async ({ key }) => ({
      items: (await listFaults(store, key.hotelId)).map(showFault),
      nextCursor: null,
    }),
  })

  route('DELETE', '/faults/:id', {
    id: 'deleteSandboxFault',
    scope: 'any',
    summary: 'Remove a fault',
    says: 'Removed.',
    handle: async ({ key: { hotelId }, params: { id } }) =>
      await removeFault(context, { id, hotelId }),
  })
}

/** Reads a fault from its body. @throws AppError `validation_failed` for conflicting fields or an unknown operation */
function readFault(
  { partnerOperations }: Context,
  { operation, times, webhooks, ...answer }: Static<typeof FaultBody>,
): Pick<Fault, 'operation' | 'answer' | 'webhooks' | 'times'> {
  const names = Object.keys(answer)
  const flaws: Flaw[] = []
  if (webhooks !== undefined)
    for (const name of operation === undefined ? names : ['operation', ...names])
      flaws.push(
        flaw(`/${name}`, 'conflicting_fields', 'A fault is of answers or of deliveries, not both.'),
      )
  else if (names.length === 0)
    flaws.push(flaw('', 'required', 'Needs status, delayMs, drop or webhooks.'))
  if (answer.status !== undefined && !isStatus(answer.status))
    flaws.push(flaw('/status', 'unknown_value', `Must be one of ${FAULT_STATUSES.join(', ')}.`))
  if (operation !== undefined && !partnerOperations.has(operation))
    flaws.push(
      flaw('/operation', 'unknown_value', 'Must be an operationId of the partner interface.'),
    )
  refuseFlaws(flaws)
  return {
    operation: operation ?? null,
    answer: webhooks === undefined ? (answer as Fault['answer']) : null,
    webhooks: webhooks ?? null,
    times,
  }
}

const isStatus = (status: number) => FAULT_STATUSES.some((each) => each === status)

const showFault = ({ operation, answer, webhooks, ...fault }: Fault) =>
  show(FaultSchema, {
    ...fault,
    ...answer,
    ...(operation !== null && { operation }),
    ...(webhooks !== null && { webhooks }),
  })
