/** The content of a picture file. */
export type Parts = {
  width: number
  height: number
  /** The pieces to keep, in order. */
  parts: Uint8Array[]
  /** The camera's EXIF data. */
  exif?: Uint8Array
}
