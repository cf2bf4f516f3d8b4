import { Type } from 'typebox'
import { describeOperation, words } from './docs.ts'

export const health = describeOperation({
  id: 'getHealth',
  tag: 'Service',
  summary: 'Whether the service is well',
  description:
    '200 when the database can be written, else 503; also once a damaged page of it was met.',
  answers: {
    200: {
      description: 'It is.',
      schema: Type.Object({
        status: words('ok'),
        version: Type.String(),
        uptimeSeconds: Type.Integer(),
      }),
      example: { status: 'ok', version: '0.1.0', uptimeSeconds: 86400 },
    },
  },
  errors: [],
})

export const info = describeOperation({
  id: 'getInfo',
  tag: 'Service',
  summary: 'What this service is',
  description: 'The same at `/` for `Accept: application/json`.',
  answers: {
    200: {
      description: 'Name, version, status and endpoints of the general interface.',
      schema: Type.Object({
        name: Type.String(),
        version: Type.String(),
        status: Type.String(),
        endpoints: Type.Array(Type.String()),
      }),
      example: {
        name: 'Roomwire',
        version: '0.1.0',
        status: 'live',
        endpoints: ['GET /v1/health'],
      },
    },
  },
  errors: ['rate_limited'],
})

export const problem = describeOperation({
  id: 'explainProblem',
  tag: 'Service',
  summary: 'What a problem code means',
  answers: {
    200: {
      description: 'The explanation.',
      schema: Type.Object({
        type: Type.String(),
        code: Type.String(),
        status: Type.Integer(),
        title: Type.String(),
        help: Type.String(),
      }),
      example: {
        type: '/problems/not_found',
        code: 'not_found',
        status: 404,
        title: 'Not found',
        help: 'There is nothing at this address, or it belongs to somebody else.',
      },
    },
  },
  errors: ['not_found', 'rate_limited'],
})
