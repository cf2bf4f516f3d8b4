import { deflateSync } from 'node:zlib'

/** Where a camera was: must never be served. */
export const GPS = 'GPS 41.0082N 28.9784E'

type Size = { width: number; height: number }

const text = (value: string) => Buffer.from(value, 'latin1')
const number = (value: number, bytes: 1 | 2 | 4, isLittle = false) => {
  const buffer = Buffer.alloc(bytes)
  if (isLittle) buffer.writeUIntLE(value, 0, bytes)
  else buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** A note of a camera (Exif 2.3): how the picture is to be turned, and where it was taken. */
export const exif = (orientation = 1) =>
  Buffer.concat([
    text('MM\0*'),
    number(8, 4),
    number(1, 2),
    ...[number(0x0112, 2), number(3, 2), number(1, 4), number(orientation, 2), number(0, 2)],
    number(0, 4),
    text(GPS),
  ])

/** A segment of a JPEG. */
export const segment = (marker: number, data: Buffer) =>
  Buffer.concat([number(0xff00 | marker, 2), number(data.length + 2, 2), data])

/** A JPEG as far as its segments go. @param more segments before the picture */
export const jpeg = ({ width, height }: Size = { width: 8, height: 6 }, ...more: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.concat([text('JFIF\0'), Buffer.alloc(9)])),
    ...more,
    segment(0xdb, Buffer.alloc(65)),
    segment(
      0xc0,
      Buffer.concat([Buffer.from([8]), number(height, 2), number(width, 2), Buffer.alloc(10)]),
    ),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.alloc(10)),
    // Data with a stuffed 0xff and a restart, then the end.
    Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xd9]),
  ])

/** The same as a camera would write it: turned or not, with the place, an editor's notes and a comment. */
export const photoFile = (orientation = 1, size?: Size) =>
  jpeg(
    size,
    segment(0xe1, Buffer.concat([text('Exif\0\0'), exif(orientation)])),
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x>${GPS}</x>`)),
    segment(0xed, text(`Photoshop 3.0\0${GPS}`)),
    segment(0xfe, text(`<script>alert('${GPS}')</script>`)),
  )

/** A chunk of a PNG. */
export const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([text(name), data])
  return Buffer.concat([number(data.length, 4), body, number(Bun.hash.crc32(body), 4)])
}

/** A PNG of one colour. @param more chunks before the picture */
export function png({ width, height }: Size = { width: 8, height: 6 }, ...more: Buffer[]) {
  const rows = Buffer.alloc((width * 3 + 1) * height, 0x70)
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk(
      'IHDR',
      Buffer.concat([number(width, 4), number(height, 4), Buffer.from([8, 2, 0, 0, 0])]),
    ),
    ...more,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a WebP. */
export const riff = (name: string, data: Buffer) =>
  Buffer.concat([text(name), number(data.length, 4, true), data, Buffer.alloc(data.length % 2)])

/** A WebP as far as its chunks go, of the extended form when it has others than the picture. */
export function webp(
  { width, height }: Size = { width: 8, height: 6 },
  flags = 0,
  ...more: Buffer[]
) {
  const size24 = (value: number) => number(value - 1, 4, true).subarray(0, 3)
  const canvas = Buffer.concat([number(flags, 4, true), size24(width), size24(height)])
  const frame = Buffer.concat([
    Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a]),
    number(width, 2, true),
    number(height, 2, true),
    Buffer.alloc(7),
  ])
  const chunks = [...(more.length ? [riff('VP8X', canvas)] : []), riff('VP8 ', frame), ...more]
  const body = Buffer.concat([text('WEBP'), ...chunks])
  return Buffer.concat([text('RIFF'), number(body.length, 4, true), body])
}
