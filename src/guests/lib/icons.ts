import {
  CalendarDays,
  CalendarPlus,
  Clock,
  Globe,
  LogOut,
  Mail,
  MapPin,
  Phone,
  Printer,
} from 'lucide'

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
}

/** The name of an icon. */
export type IconName = keyof typeof ICONS

/** Returns the shapes of the icons, by name. A macro calls it while the program is built. */
export const iconShapes = () => ICONS
