import { useRef } from 'preact/hooks'
import type { NightFigures } from '../../../client/call.ts'
import { date, digitsOf, number, percent } from '../../lib/format.ts'
import type { SoldNight } from '../../lib/sold.ts'
import { useWidth } from '../../lib/use-width.ts'

/** A night with the rooms sold on all channels, where they are known. */
export type ChartNight = NightFigures & { all: SoldNight | undefined }

type ChartProps = {
  nights: readonly ChartNight[]
  currency: string
  /** Called with the night under the pointer. */
  onPoint: (index: number | undefined) => void
}

const HEIGHT = 220
const PLOT = { top: 10, bottom: 24, left: 46, right: 50 }
const LINES = 5
const LABEL_WIDTH = 64

/**
 * Occupancy as bars, with a darker part for rooms sold here, and revenue as a line. SVG takes its colours from the style
 * sheet in either theme; uPlot would be 24 of the 61 KiB that all scripts of the panel may have.
 */
export function Chart({ nights, currency, onPoint }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const plotWidth = Math.max(0, width - PLOT.left - PLOT.right)
  const step = plotWidth / Math.max(1, nights.length)
  const scale = scalesOf(nights, currency)
  const middle = (index: number) => PLOT.left + step * (index + 0.5)
  const point = ({ clientX }: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    const index = Math.floor((clientX - left - PLOT.left) / step)
    onPoint(index >= 0 && index < nights.length ? index : undefined)
  }
  return (
    <div ref={box} class="plot">
      {/* The table below has the same figures. */}
      <svg
        aria-hidden="true"
        width={width}
        height={HEIGHT}
        onPointerMove={point}
        onPointerLeave={() => onPoint(undefined)}
      >
        {Array.from({ length: LINES + 1 }, (_, at) => drawLine(at / LINES, width, scale))}
        {nights.map((night, index) => {
          const bar = (share: number, look: string) => (
            <rect
              class={look}
              x={middle(index) - step * 0.33}
              y={heightOf(share)}
              width={step * 0.66}
              height={heightOf(0) - heightOf(share)}
            />
          )
          return (
            <g key={night.date}>
              {bar(shareOf(night), 'bar')}
              {bar(hereOf(night), 'here')}
            </g>
          )
        })}
        <polyline
          class="line"
          points={nights
            .map((night, index) => `${middle(index)},${heightOf(scale.revenue(night))}`)
            .join(' ')}
        />
        {nights
          .filter((_, index) => index % Math.ceil(LABEL_WIDTH / Math.max(1, step)) === 0)
          .map((night) => (
            <text key={night.date} x={middle(nights.indexOf(night))} y={HEIGHT - 6} class="middle">
              {date(night.date, { day: 'numeric', month: 'short' })}
            </text>
          ))}
      </svg>
    </div>
  )
}

type Scales = ReturnType<typeof scalesOf>

/** The share of a night's rooms that is sold here, and on all channels: 1 at most, also of an oversold house. */
const hereOf = ({ occupancyBasisPoints }: NightFigures) =>
  Math.min(1, (occupancyBasisPoints ?? 0) / 10_000)
export const shareOf = (night: ChartNight): number =>
  night.all ? night.all.sold / Math.max(1, night.all.total) : hereOf(night)

/** The height of a night's revenue as a share of the scale, and the top of the scale. */
function scalesOf(nights: readonly NightFigures[], currency: string) {
  const most =
    Math.max(...nights.map(({ revenueCents }) => revenueCents)) / 10 ** digitsOf(currency)
  const revenueTop = roundUp(most)
  return {
    revenueTop,
    revenue: ({ revenueCents }: NightFigures) =>
      revenueCents / 10 ** digitsOf(currency) / revenueTop,
  }
}

function drawLine(at: number, width: number, { revenueTop }: Scales) {
  const y = heightOf(at)
  return (
    <g key={at}>
      <line class="rule" x1={PLOT.left} x2={width - PLOT.right} y1={y} y2={y} />
      <text x={PLOT.left - 6} y={y + 4} class="end">
        {percent(at)}
      </text>
      <text x={width - PLOT.right + 6} y={y + 4}>
        {number(revenueTop * at, { notation: 'compact' })}
      </text>
    </g>
  )
}

const heightOf = (at: number) => PLOT.top + (HEIGHT - PLOT.top - PLOT.bottom) * (1 - at)

/** The next number that five lines divide into round ones: 5, 10, 25, 50, 100 … */
function roundUp(most: number): number {
  if (most <= 0) return LINES
  const size = 10 ** Math.floor(Math.log10(most))
  return [1, 2.5, 5, 10].map((each) => each * size).find((top) => top >= most) ?? 10 * size
}
