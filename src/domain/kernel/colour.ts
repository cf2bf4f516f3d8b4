/** The least contrast of text (WCAG 2.2, 1.4.3). */
export const CONTRAST_MIN = 4.5

/** Steps between a colour and white or black; each is less than one shade of 256. */
const STEPS = 512

/** The luminance that is as far from black as from white, so that one of them can always be read beside a colour. */
const MIDDLE = Math.sqrt(1.05 * 0.05) - 0.05

type Channels = readonly [red: number, green: number, blue: number]

/**
 * Moves a colour until it has the contrast of text beside another one: towards black beside a light one, towards white
 * beside a dark one, and no farther than needed. Its hue stays.
 *
 * @param colour `#rrggbb`, as is `beside`
 */
export function readableBeside(colour: string, beside: string): string {
  if (contrastOf(colour, beside) >= CONTRAST_MIN) return colour
  const from = channelsOf(colour)
  const isLight = luminanceIn(beside) > MIDDLE
  const movedBy = (step: number): string => {
    const share = step / STEPS
    return hexOf(from.map((each) => Math.round(each + ((isLight ? 0 : 255) - each) * share)))
  }
  // Bisection: from some step on every shade can be read.
  let [least, most] = [0, STEPS]
  while (least < most) {
    const middle = (least + most) >> 1
    const shade = movedBy(middle)
    const isBeyond = luminanceIn(shade) < luminanceIn(beside) === isLight
    if (isBeyond && contrastOf(shade, beside) >= CONTRAST_MIN) most = middle
    else least = middle + 1
  }
  return movedBy(least)
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminanceIn).sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const luminanceIn = (colour: string): number => luminanceOf(channelsOf(colour))

const channelsOf = (colour: string): Channels => {
  const number = Number.parseInt(colour.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Returns the relative luminance, 0 to 1 (sRGB). */
function luminanceOf(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
