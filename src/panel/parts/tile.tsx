import type { ComponentChildren } from 'preact'
import { Spark } from './spark.tsx'

type TileProps = {
  name: string
  figure: string
  /** Its values by night or day, for the small chart. */
  values?: readonly number[] | undefined
  /** True if the last value is that of now. */
  isPast?: boolean
  children?: ComponentChildren
}

/** A figure under its name, with what explains it and a small chart. */
export const Tile = ({ name, figure, values = [], isPast = false, children }: TileProps) => (
  <li class="card tile">
    <h2>{name}</h2>
    <p class="figure">{figure}</p>
    <p class="dim">{children}</p>
    <Spark values={values} isPast={isPast} />
  </li>
)
