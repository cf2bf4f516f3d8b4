import type { Language } from '../kernel/language.ts'

/** Facts of an amenity: its names, its icon (lucide) and its name as a `LocationFeatureSpecification` of schema.org. */
type AmenityFacts = { name: Record<Language, string>; icon: string; schemaOrgName: string }

const facts = (en: string, tr: string, icon: string, schemaOrgName = en): AmenityFacts => ({
  ...{ name: { en, tr }, icon, schemaOrgName },
})

/** Amenities of a hotel by code, in the order of every list of them. */
export const HOTEL_AMENITIES = {
  wifi: facts('Wi-Fi', 'Wi-Fi', 'wifi', 'WiFi'),
  breakfast: facts('Breakfast', 'Kahvaltı', 'coffee'),
  parking: facts('Parking', 'Otopark', 'car-front'),
  ev_charging: facts('Charging for electric cars', 'Elektrikli araç şarjı', 'plug-zap'),
  airport_shuttle: facts('Airport shuttle', 'Havaalanı servisi', 'bus'),
  car_rental: facts('Car rental', 'Araç kiralama', 'car'),
  bicycle_rental: facts('Bicycle rental', 'Bisiklet kiralama', 'bike'),
  pool: facts('Outdoor pool', 'Açık havuz', 'waves-ladder'),
  indoor_pool: facts('Indoor pool', 'Kapalı havuz', 'waves-horizontal'),
  kids_pool: facts('Children’s pool', 'Çocuk havuzu', 'baby', 'Kids pool'),
  beach: facts('Private beach', 'Özel plaj', 'umbrella'),
  spa: facts('Spa', 'Spa', 'flower'),
  hammam: facts('Hammam', 'Hamam', 'droplets', 'Turkish bath'),
  sauna: facts('Sauna', 'Sauna', 'thermometer-sun'),
  hot_tub: facts('Hot tub', 'Jakuzi', 'bath'),
  massage: facts('Massage', 'Masaj', 'hand-heart'),
  fitness: facts('Fitness room', 'Spor salonu', 'dumbbell', 'Fitness center'),
  tennis: facts('Tennis court', 'Tenis kortu', 'trophy'),
  restaurant: facts('Restaurant', 'Restoran', 'utensils'),
  bar: facts('Bar', 'Bar', 'martini'),
  cafe: facts('Café', 'Kafe', 'cup-soda', 'Cafe'),
  room_service: facts('Room service', 'Oda servisi', 'concierge-bell'),
  vegetarian: facts('Vegetarian dishes', 'Vejetaryen yemekler', 'salad'),
  halal: facts('Halal food', 'Helal yemek', 'soup'),
  lift: facts('Lift', 'Asansör', 'arrow-up-down', 'Elevator'),
  step_free: facts('Step-free entrance', 'Basamaksız giriş', 'accessibility'),
  accessible_rooms: facts('Accessible rooms', 'Engelli odaları', 'bed-single'),
  reception_24h: facts(
    'Reception day and night',
    '24 saat resepsiyon',
    'clock',
    '24-hour front desk',
  ),
  concierge: facts('Concierge', 'Konsiyerj', 'bell-ring'),
  luggage_storage: facts('Luggage storage', 'Bagaj odası', 'luggage'),
  safe: facts('Safe', 'Kasa', 'vault', 'Safety deposit box'),
  laundry: facts('Laundry', 'Çamaşırhane', 'washing-machine'),
  dry_cleaning: facts('Dry cleaning', 'Kuru temizleme', 'shirt'),
  pets: facts('Pets welcome', 'Evcil hayvan dostu', 'paw-print', 'Pet friendly'),
  family_rooms: facts('Family rooms', 'Aile odaları', 'users'),
  kids_club: facts('Children’s club', 'Çocuk kulübü', 'blocks', 'Kids club'),
  playground: facts('Playground', 'Oyun alanı', 'toy-brick'),
  babysitting: facts('Babysitting', 'Çocuk bakımı', 'heart-handshake'),
  garden: facts('Garden', 'Bahçe', 'trees'),
  terrace: facts('Terrace', 'Teras', 'sun'),
  air_conditioning: facts('Air conditioning', 'Klima', 'air-vent'),
  heating: facts('Heating', 'Isıtma', 'heater'),
  fireplace: facts('Fireplace', 'Şömine', 'flame'),
  meeting_rooms: facts('Meeting rooms', 'Toplantı salonları', 'presentation'),
  business_center: facts('Business centre', 'İş merkezi', 'briefcase', 'Business center'),
  smoke_free: facts('Smoke-free house', 'Sigarasız otel', 'cigarette-off', 'Smoke-free property'),
} as const satisfies Record<string, AmenityFacts>

export type HotelAmenity = keyof typeof HOTEL_AMENITIES

/** Codes of a hotel's amenities, in their order. */
export const HOTEL_AMENITY_CODES = Object.keys(HOTEL_AMENITIES) as HotelAmenity[]

/** Returns amenities in their order; unknown codes are dropped, and each code is the one string of the table. */
export const amenitiesInOrder = (codes: readonly string[]): HotelAmenity[] =>
  codes.length === 0 ? [] : HOTEL_AMENITY_CODES.filter((code) => codes.includes(code))
