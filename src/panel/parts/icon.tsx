import {
  BedDouble,
  Building2,
  CalendarDays,
  ChartNoAxesColumn,
  ChevronLeft,
  ChevronRight,
  CodeXml,
  Ellipsis,
  FileText,
  Handshake,
  History,
  Mail,
  MapPin,
  Menu,
  Plug,
  Plus,
  Printer,
  Search,
  Star,
  Sun,
  Tag,
  Users,
  Utensils,
  X,
} from 'lucide'
import { h } from 'preact'

/** The icons of the pages, by what they stand for; what is not listed here is not in the scripts. */
const ICONS = {
  today: Sun,
  calendar: CalendarDays,
  bookings: FileText,
  reviews: Star,
  rooms: BedDouble,
  rates: Tag,
  channel: Plug,
  mail: Mail,
  people: Users,
  history: History,
  overview: ChartNoAxesColumn,
  hotels: Building2,
  agencies: Handshake,
  places: MapPin,
  boards: Utensils,
  api: CodeXml,
  add: Plus,
  close: X,
  more: Ellipsis,
  menu: Menu,
  print: Printer,
  search: Search,
  back: ChevronLeft,
  forth: ChevronRight,
}

/** The name of an icon. */
export type IconName = keyof typeof ICONS

/** An icon of 16 px in the colour of the text beside it, which says the same: it is not read out. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {ICONS[name].map(([shape, attributes]) => h(shape, attributes))}
    </svg>
  )
}

/** The product's mark. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="7" />
      <path d="M8.5 19V8h5.2a3.4 3.4 0 0 1 0 6.8H8.5m4.6 0 3.4 3.2" />
      <circle cx="18" cy="19" r="1.8" />
    </svg>
  )
}
