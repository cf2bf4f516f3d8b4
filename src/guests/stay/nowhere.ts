import type { PageAnswer, Problem, Visit } from '../../http/guests/page-shape.ts'
import { writeTrouble } from './frame.tsx'
import { sceneOf } from './scene.ts'

const NOT_FOUND = {
  ...{ type: '/problems/not_found', title: 'Not found', status: 404, code: 'not_found' },
  ...{ detail: 'There is nothing at this address.', requestId: '' },
} as Problem

/** Answers an address below `/stay/` at which there is no page, with a way on. */
export async function nowherePage(visit: Visit): Promise<PageAnswer> {
  return writeTrouble(sceneOf(visit), visit.problem ?? NOT_FOUND)
}
