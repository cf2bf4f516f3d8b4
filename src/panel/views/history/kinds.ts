/** Kinds of what is changed of a hotel beside its days and bookings, in the order in which they are chosen from. */
export const HOTEL_KINDS = [
  'hotel',
  'room_type',
  'photo',
  'rate',
  'member',
  'invitation',
  'api_key',
  'site',
  'webhook',
  'review',
  'desk',
  'export',
  'visit',
] as const
