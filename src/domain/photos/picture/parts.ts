/** What a file of a picture holds. */
export type Parts = {
  width: number
  height: number
  /** What of it is kept, in its order. */
  parts: Uint8Array[]
  /** What a camera wrote of it. */
  exif?: Uint8Array
}
