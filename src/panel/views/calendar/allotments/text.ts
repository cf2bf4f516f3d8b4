import { date as dateText } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { type Allotment, isOver, type Night, type Row, releaseDay } from './model.ts'

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** The state of a cell, as a class of the style sheet. */
export function stateOf(row: Row, col: number): string {
  if (!row.agency) {
    const night = row.nights[col]
    return night && isOver(night) ? 'out' : 'open'
  }
  const allotment = row.nights[col]
  if (!allotment) return 'none'
  if (allotment.released) return 'closed'
  return allotment.sureOf < allotment.ownLeft ? 'few' : 'open'
}

/** The two lines of a cell: the figure, and what it means. */
export function cellTexts(row: Row, col: number): readonly [figure: string, note: string] {
  if (!row.agency) {
    const night = row.nights[col]
    return night ? [String(night.free), t('allotments.ofLeft', leftOf(night))] : ['–', '']
  }
  const allotment = row.nights[col]
  if (!allotment) return ['', '']
  const { ownLeft, rooms, drawn, released, sureOf } = allotment
  if (released) return [String(rooms), t('allotments.released')]
  if (sureOf < ownLeft) return [String(ownLeft), t('allotments.sure', { count: String(sureOf) })]
  return [String(ownLeft), drawn > 0 ? t('allotments.drawn', { count: String(drawn) }) : '']
}

const leftOf = ({ available }: Night) => ({ count: String(available) })

/** A cell in a sentence, for the line above the grid and for screen readers. */
export function cellSentence(row: Row, col: number, day: string): string {
  const about = [row.agency?.name, row.room.name, dateText(day, DAY)].filter(Boolean).join(' · ')
  const night = row.nights[col]
  if (!night) return `${about}: ${t(row.agency ? 'allotments.noneHere' : 'allotments.notCounted')}`
  return `${about}: ${row.agency ? ofAgency(night as Allotment) : ofNight(night as Night)}`
}

function ofNight(night: Night): string {
  const { available, setAside, free } = night
  const figures = { left: available, aside: setAside, free }
  return t(isOver(night) ? 'allotments.nightOver' : 'allotments.night', figures)
}

function ofAgency(allotment: Allotment): string {
  const { rooms, drawn, ownLeft, sureOf, released } = allotment
  const day = dateText(releaseDay(allotment), DAY)
  const figures = { rooms, drawn, own: ownLeft, sure: sureOf, day }
  return t(released ? 'allotments.ofReleased' : 'allotments.ofAgency', figures)
}
