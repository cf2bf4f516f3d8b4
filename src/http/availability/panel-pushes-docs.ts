import { Type } from 'typebox'
import { staffOperation } from '../catalog/admin-docs-schemas.ts'
import { nullable } from '../docs.ts'
import { pageOf } from '../shapes/schema.ts'
import { ReportSchema } from './push-report-schema.ts'

const tag = 'Panel'
const { currency, errors, warnings, truncated, ...counts } = ReportSchema.properties

const PushSchema = Type.Object({
  ...counts,
  at: Type.String({ format: 'date-time' }),
  actor: Type.Object({
    type: Type.String({ description: '`key` or `user`.' }),
    id: Type.String(),
    name: nullable(Type.String({ description: "The key's name, or the account's." })),
  }),
})

export const list = staffOperation({
  id: 'listPushes',
  tag,
  summary: 'Log of pushes, newest first',
  description:
    'Every push of days by a partner or in the panel within 30 days: also those that were only tried (`dryRun`) and those that were refused. `rejected=true`: only those with refused elements. A request that could not be read as a push is not in the log.',
  answers: { 200: { description: 'A page.', schema: pageOf(PushSchema) } },
  errors: ['not_found', 'validation_failed'],
})

export const read = staffOperation({
  id: 'getPush',
  tag,
  summary: 'A push with its report',
  description: 'The errors and warnings as its sender was told them.',
  answers: {
    200: {
      description: 'The push.',
      schema: Type.Object({ ...PushSchema.properties, errors, warnings, truncated }),
    },
  },
  errors: ['not_found', 'validation_failed'],
})
