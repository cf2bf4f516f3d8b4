/** A travel agency whose users book for their clients. */
export type Agency = {
  id: number
  /** Upper case, unique, shown in bookings as `source.agencyCode`. */
  code: string
  name: string
  email: string
  /** Its share of a booking's total: 1,000 is 10 %. */
  commissionBasisPoints: number
  active: boolean
  createdAtMs: number
}
