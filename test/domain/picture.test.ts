import { expect, test } from 'bun:test'
import { PHOTO_BYTES_MAX } from '../../src/domain/photos/photo.ts'
import { readPicture } from '../../src/domain/photos/picture/picture.ts'
import { chunk, exif, GPS, jpeg, photoFile, png, riff, segment, webp } from '../support/pictures.ts'

const SIZE = { width: 640, height: 427 }
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>')
const flawOf = (bytes: Uint8Array) => {
  try {
    readPicture(bytes)
    return undefined
  } catch (error) {
    return (error as { facts: { errors: { code: string }[] } }).facts.errors[0]!.code
  }
}

test.each([
  ['image/jpeg', jpeg(SIZE)],
  ['image/png', png(SIZE)],
  ['image/webp', webp(SIZE)],
] as const)(
  'a plain %s is told by what is in it, and kept byte for byte (issue 18)',
  (type, file) => {
    const sha256 = new Bun.CryptoHasher('sha256').update(file).digest('hex')
    expect(readPicture(file)).toEqual({ type, ...SIZE, sha256, bytes: new Uint8Array(file) })
  },
)

test.each([
  ['JPEG', photoFile(1, SIZE), jpeg(SIZE)],
  ['PNG', png(SIZE, chunk('eXIf', exif()), chunk('tEXt', Buffer.from(GPS))), png(SIZE)],
  ['WebP', webp(SIZE, 0x0c, riff('EXIF', exif()), riff('XMP ', Buffer.from(GPS))), undefined],
] as const)(
  'what a camera, a program or somebody wrote into a %s is not kept (issue 18)',
  (_, file, plain) => {
    expect(file.toString('latin1')).toContain(GPS)
    const { bytes } = readPicture(Buffer.concat([file, HTML]))
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/GPS|script|EXIF|eXIf/)
    if (plain) expect(bytes).toEqual(new Uint8Array(plain))
    // What is kept is a picture of the same kind, in which there is nothing to take out any more.
    expect(readPicture(bytes).bytes).toEqual(bytes)
  },
)

test('colour profiles, which the picture looks otherwise without, stay (issue 18)', () => {
  const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01colours'))
  const adobe = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01'))
  const preview = segment(0xe2, Buffer.from('MPF\0previews'))
  const file = jpeg(SIZE, profile, adobe, preview)
  expect(readPicture(file).bytes).toEqual(new Uint8Array(jpeg(SIZE, profile, adobe)))
  const coloured = png(SIZE, chunk('iCCP', Buffer.from('colours')))
  expect(readPicture(coloured).bytes).toEqual(new Uint8Array(coloured))
  const wide = readPicture(webp(SIZE, 0x2c, riff('ICCP', Buffer.from('colours'))))
  expect([wide.bytes[20], Buffer.from(wide.bytes).includes('colours')]).toEqual([0x20, true])
})

test('what is no whole, still picture is refused, whatever it begins with (issue 18)', () => {
  const half = (file: Buffer) => file.subarray(0, file.length - 3)
  const damaged = png(SIZE)
  damaged[60]! ^= 1
  const others = {
    nothing: Buffer.alloc(0),
    html: HTML,
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    gif: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'),
    'HTML behind the first bytes of a JPEG': Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      HTML,
    ]),
    'HTML behind the first bytes of a PNG': Buffer.concat([png().subarray(0, 8), HTML]),
    'a JPEG that breaks off': half(jpeg()),
    'a PNG that breaks off': half(png()),
    'a PNG of which a bit is wrong': damaged,
    'a WebP that breaks off': half(webp()),
    'an animated WebP': webp(SIZE, 0x02, riff('ANIM', Buffer.alloc(6))),
    'a JPEG without a scan': Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    'two pictures in one': jpeg(SIZE, segment(0xc0, Buffer.alloc(15, 1))),
  }
  for (const [what, file] of Object.entries(others))
    expect([what, flawOf(file)]).toEqual([what, 'wrong_picture'])
})

test('a picture that a note would turn is refused, as it would lie on its side without it (issue 18)', () => {
  expect(flawOf(photoFile(6))).toBe('turned_picture')
  expect(flawOf(png(SIZE, chunk('eXIf', exif(3))))).toBe('turned_picture')
  expect(flawOf(webp(SIZE, 8, riff('EXIF', exif(8))))).toBe('turned_picture')
  const nonsense = segment(
    0xe1,
    Buffer.from(`Exif\0\0MM\0*\xff\xff\xff\xff${'x'.repeat(40)}`, 'latin1'),
  )
  expect(flawOf(jpeg(SIZE, nonsense))).toBeUndefined()
})

test('a side of more pixels than any screen has is refused before anybody decodes it (issue 18)', () => {
  expect(flawOf(jpeg({ width: 4_096, height: 4_096 }))).toBeUndefined()
  expect(flawOf(jpeg({ width: 4_097, height: 10 }))).toBe('out_of_range')
  expect(flawOf(png({ width: 1, height: 5_000 }))).toBe('out_of_range')
})

test('the worst file of a megabyte is read in less time than a look at each of its bytes takes: nobody waits for it (house-style §2)', () => {
  const stuffed = Buffer.alloc(PHOTO_BYTES_MAX, Buffer.from([0xff, 0]))
  const many = Buffer.concat(Array.from({ length: 80_000 }, () => chunk('teXt', Buffer.alloc(0))))
  const start = jpeg().subarray(0, -2)
  const whole = Buffer.concat([start, stuffed, Buffer.from([0xff, 0xd9])])
  for (const [file, flaw] of [
    [whole, undefined],
    [png(SIZE, many), 'wrong_picture'],
    [Buffer.concat([jpeg().subarray(0, 2), Buffer.alloc(PHOTO_BYTES_MAX, 0xff)]), 'wrong_picture'],
  ] as const) {
    const rounds = Array.from({ length: 7 }, () => ({
      readMs: msOf(() => expect(flawOf(file)).toBe(flaw!)),
      lookMs: msOf(() => expect(sumOf(file)).toBeGreaterThan(0)),
    }))
    const least = (of: 'readMs' | 'lookMs') => Math.min(...rounds.map((round) => round[of]))
    expect(least('readMs') / least('lookMs')).toBeLessThan(1)
  }
})

function sumOf(file: Uint8Array): number {
  let sum = 0
  for (const byte of file) sum += byte
  return sum
}

function msOf(work: () => void): number {
  const startMs = performance.now()
  work()
  return performance.now() - startMs
}
