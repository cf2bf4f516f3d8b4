/** Rooms of each type in the connector's hotel. */
export const ROOMS = { DBL: 8, TWN: 5, SGL: 2 }
/** Extras on sale, and per what. */
export const EXTRAS = { TRANSFER: 'stay', BREAKFAST: 'guest_night' }
