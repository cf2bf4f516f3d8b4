export type Row = Record<string, any>

/** Rows of a version before live rooms; columns that no test reads get filler values. */
export const hotelRow = (id: number, timezone: string): Row => ({
  id,
  city_id: 1,
  slug: `hotel-${id}`,
  name: `Hotel ${id}`,
  currency: 'EUR',
  timezone,
  stars: 4,
  address: '1 Main St',
  lat: 41,
  lng: 29,
  checkin_time: '14:00',
  checkout_time: '12:00',
  restore_on_cancel: 1,
  active: 1,
  created_at_ms: 1,
})

export const roomRow = (room: Row): Row => ({
  ...room,
  name: room.room_code,
  description: '',
  max_adults: 2,
  max_children: 1,
  max_occupancy: 3,
  active: 1,
})

export const bookingRow = (booking: Row): Row => ({
  ...booking,
  id: booking.id + 1,
  code: `CODE${booking.id}`,
  revision: 1,
  adults: 2,
  children: 0,
  first_name: 'Carla',
  last_name: 'Çelik',
  email: 'carla@example.com',
  currency: 'EUR',
  total_price_cents: 10_000,
  nightly: '[]',
  source_type: 'web',
  created_at_ms: 1,
  updated_at_ms: 1,
})
