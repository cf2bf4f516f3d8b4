const HEIGHT = 24
const STEP = 6
const BAR = 4

/**
 * A small chart of bars, the first one now, or of the past the last; a picture of figures that stand elsewhere as text,
 * so hidden from readers.
 */
export function Spark({ values, isPast }: { values: readonly number[]; isPast: boolean }) {
  const most = Math.max(...values)
  if (values.length === 0 || most <= 0) return null
  const width = values.length * STEP
  return (
    <svg
      class={isPast ? 'spark past' : 'spark'}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, index) => {
        const height = (value / most) * HEIGHT
        return <rect key={index} x={index * STEP} y={HEIGHT - height} width={BAR} height={height} />
      })}
    </svg>
  )
}
