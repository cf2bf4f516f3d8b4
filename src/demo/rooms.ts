import type { RoomContent } from '../domain/kernel/content.ts'

type Amenities = RoomContent['amenities']
/** A room type's Turkish texts, beds and size. */
type RoomText = { name: string; description: string; beds: RoomContent['beds']; sizeM2: number }

const EVERYWHERE: Amenities = [
  'air_conditioning',
  'wifi',
  'tv',
  'safe',
  'hairdryer',
  'toiletries',
  'non_smoking',
]
const LARGE: Amenities = [...EVERYWHERE, 'minibar', 'coffee_machine', 'sofa', 'bathrobe']

const bed = (kind: RoomContent['beds'][number]['kind'], count = 1) => ({ kind, count })

const room = (
  roomCode: string,
  name: string,
  description: string,
  [maxAdults, maxChildren, rooms, percent]: [number, number, number, number],
  { beds, sizeM2, ...tr }: RoomText,
  amenities: Amenities,
) => ({
  ...{ roomCode, name, description, maxAdults, maxChildren, rooms, percent },
  ...{ beds, sizeM2, amenities },
  translations: { en: { name: null, description: null }, tr },
})

/**
 * Room types from the commonest to the rarest. A hotel has the first few, and more with more stars. `percent`: the price
 * in per cent of a double's.
 */
export const ROOMS = [
  room(
    'DBL',
    'Double room',
    'One double bed, 22 m².',
    [2, 1, 24, 100],
    {
      ...{ name: 'Çift kişilik oda', description: 'Bir çift kişilik yatak, 22 m².' },
      ...{ beds: [bed('double')], sizeM2: 22 },
    },
    [...EVERYWHERE, 'desk', 'kettle', 'shower', 'cot'],
  ),
  room(
    'TWN',
    'Twin room',
    'Two single beds, 22 m².',
    [2, 1, 16, 100],
    {
      ...{ name: 'İki yataklı oda', description: 'İki tek kişilik yatak, 22 m².' },
      ...{ beds: [bed('single', 2)], sizeM2: 22 },
    },
    [...EVERYWHERE, 'desk', 'kettle', 'shower'],
  ),
  room(
    'SGL',
    'Single room',
    'One bed of 120 cm, 15 m².',
    [1, 0, 8, 78],
    {
      ...{ name: 'Tek kişilik oda', description: '120 cm’lik bir yatak, 15 m².' },
      ...{ beds: [bed('single')], sizeM2: 15 },
    },
    [...EVERYWHERE, 'desk', 'shower'],
  ),
  room(
    'TRP',
    'Triple room',
    'A double and a single bed, 27 m².',
    [3, 1, 8, 128],
    {
      ...{ name: 'Üç kişilik oda', description: 'Bir çift, bir tek kişilik yatak, 27 m².' },
      ...{ beds: [bed('single'), bed('double')], sizeM2: 27 },
    },
    [...EVERYWHERE, 'desk', 'kettle', 'shower', 'cot'],
  ),
  room(
    'FAM',
    'Family room',
    'Two rooms with a door between, 38 m².',
    [2, 3, 6, 158],
    {
      ...{ name: 'Aile odası', description: 'Arası kapılı iki oda, 38 m².' },
      ...{ beds: [bed('single', 2), bed('double'), bed('sofa')], sizeM2: 38 },
    },
    [...EVERYWHERE, 'fridge', 'kettle', 'bathtub', 'connecting', 'cot'],
  ),
  room(
    'DLX',
    'Deluxe double',
    'High floor, king-size bed, 28 m².',
    [2, 1, 12, 135],
    {
      ...{ name: 'Deluxe oda', description: 'Üst katta, king yataklı, 28 m².' },
      ...{ beds: [bed('king')], sizeM2: 28 },
    },
    [...EVERYWHERE, 'minibar', 'coffee_machine', 'desk', 'city_view', 'bathrobe'],
  ),
  room(
    'JSU',
    'Junior suite',
    'Sitting area and balcony, 36 m².',
    [2, 2, 6, 185],
    {
      ...{ name: 'Junior süit', description: 'Oturma köşesi ve balkon, 36 m².' },
      ...{ beds: [bed('king'), bed('sofa')], sizeM2: 36 },
    },
    [...LARGE, 'balcony', 'bathtub'],
  ),
  room(
    'SUI',
    'Suite',
    'Bedroom and living room, 52 m².',
    [3, 2, 4, 250],
    {
      ...{ name: 'Süit', description: 'Yatak odası ve salon, 52 m².' },
      ...{ beds: [bed('king'), bed('sofa', 2)], sizeM2: 52 },
    },
    [...LARGE, 'balcony', 'bathtub', 'kitchenette'],
  ),
  room(
    'ACC',
    'Accessible double',
    'Step-free, roll-in shower, 26 m².',
    [2, 1, 2, 100],
    {
      ...{ name: 'Engelli odası', description: 'Eşiksiz, tekerlekli sandalyeye uygun duş, 26 m².' },
      ...{ beds: [bed('double')], sizeM2: 26 },
    },
    [...EVERYWHERE, 'desk', 'shower', 'accessible'],
  ),
  room(
    'PEN',
    'Penthouse',
    'Roof terrace, 94 m².',
    [4, 2, 1, 520],
    {
      ...{ name: 'Çatı katı süiti', description: 'Çatı terası, 94 m².' },
      ...{ beds: [bed('king', 2), bed('sofa')], sizeM2: 94 },
    },
    [...LARGE, 'terrace', 'jacuzzi', 'kitchenette', 'fireplace'],
  ),
]
