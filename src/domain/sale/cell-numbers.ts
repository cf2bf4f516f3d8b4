// Numbers of the cells of a block, most of which are alike: restrictions, and bounds of advance booking.

/**
 * The different numbers, and the place of each cell's among them: they are packed in this form, so reading them takes no
 * step for each cell. Without places there is a number for each cell.
 */
export type CellNumbers = { stored: Int32Array; places: Uint8Array | null }

/** The most different numbers that have places. */
export const DIFFERENT_MAX = 254

/** Returns the number of a cell. */
export const numberAt = ({ stored, places }: CellNumbers, cell: number): number =>
  stored[places === null ? cell : places[cell]!]!

/** Creates the numbers of so many cells, all 0. */
export const noNumbers = (cells: number): CellNumbers => ({
  stored: new Int32Array(1),
  places: new Uint8Array(cells),
})

/** Writes the number of a cell. @returns true if the numbers now take more memory */
export function setNumber(numbers: CellNumbers, cell: number, number: number): boolean {
  const { stored, places } = numbers
  if (places === null) {
    stored[cell] = number
    return false
  }
  const known = stored.indexOf(number)
  if (known >= 0) {
    places[cell] = known
    return false
  }
  if (stored.length === DIFFERENT_MAX) {
    numbers.stored = allNumbers(numbers)
    numbers.places = null
    numbers.stored[cell] = number
    return true
  }
  numbers.stored = new Int32Array(stored.length + 1)
  numbers.stored.set(stored)
  numbers.stored[stored.length] = number
  places[cell] = stored.length
  return true
}

/** Returns the number of each cell. */
export const allNumbers = ({ stored, places }: CellNumbers): Int32Array =>
  places === null ? stored : Int32Array.from(places, (place) => stored[place]!)

/** Returns numbers that are each changed alike. */
export const mapNumbers = (
  { stored, places }: CellNumbers,
  change: (number: number) => number,
): CellNumbers => ({ stored: stored.map((number) => change(number)), places })

/** Returns the memory of numbers, in bytes. */
export const bytesOfNumbers = (numbers: CellNumbers | null): number =>
  numbers === null ? 0 : numbers.stored.byteLength + (numbers.places?.byteLength ?? 0)
