import type { PanelHotel } from '../../client/call.ts'
import { createStore } from './store.ts'

/** The agencies with terms or bookings at the shown hotel, by name. */
export const agenciesHere = createStore<PanelHotel['agencies']>([])
