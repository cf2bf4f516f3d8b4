import type { Pairs } from './word.ts'

/** Sites: front-ends that book from their own servers. */
export const sites = {
  'history.thing.site': ['the site {name}', 'site {name}'],
  'history.kind.site': ['Sites', 'Siteler'],
  'history.field.managePage': ['page for its guests', 'konuk sayfası'],
  'history.field.proves': ['proving its guests', 'konuklarını doğrulaması'],
  'history.field.roomNightsPerHour': ['room-nights an hour', 'saatte oda gecesi'],
} as const satisfies Pairs
