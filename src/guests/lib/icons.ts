import {
  CalendarDays,
  CalendarPlus,
  Check,
  ChevronLeft,
  ChevronRight,
  Clock,
  Globe,
  icons,
  LogOut,
  Mail,
  MapPin,
  Phone,
  Printer,
  Search,
  X,
} from 'lucide'
import { HOTEL_AMENITIES, type HotelAmenity } from '../../domain/catalog/hotel-amenities.ts'

const ICONS = {
  phone: Phone,
  globe: Globe,
  arrive: Clock,
  leave: LogOut,
  place: MapPin,
  mail: Mail,
  dates: CalendarDays,
  calendar: CalendarPlus,
  print: Printer,
  search: Search,
  check: Check,
  cross: X,
  before: ChevronLeft,
  after: ChevronRight,
}

/** The name of an icon. */
export type IconName = keyof typeof ICONS

/** Returns the shapes of the icons, by name. A macro calls it while the program is built. */
export const iconShapes = () => ICONS

/** Returns the shapes of the icons of amenities, by code. A macro calls it while the program is built. */
export const amenityShapes = (): Record<HotelAmenity, typeof Check> =>
  Object.fromEntries(
    Object.entries(HOTEL_AMENITIES).map(([code, { icon }]) => [code, shapeNamed(icon)]),
  ) as Record<HotelAmenity, typeof Check>

/** Finds an icon by its name on lucide.dev: `paw-print` is `PawPrint`. */
function shapeNamed(name: string): typeof Check {
  const key = name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
  const shape = icons[key as keyof typeof icons]
  if (!shape) throw new Error(`lucide has no icon ${name}`)
  return shape
}
