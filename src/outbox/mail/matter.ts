import type { Tx } from '../../store/engine/engine.ts'
import {
  type BookingMailData,
  type DemandMailData,
  findBookingMailData,
  findDemandMailData,
  findLinkMailData,
  type LinkMailData,
} from '../../store/mails/mail-data.ts'
import {
  isAboutBooking,
  isAboutHotel,
  isAboutLink,
  isAboutStatement,
  type Mail,
} from '../../store/mails/mails.ts'
import { findStatementMailData, type StatementMailData } from '../../store/mails/statement-data.ts'

/** The data of a mail; undefined if it is no longer kept. */
export type Matter =
  | { booking: BookingMailData | undefined }
  | { link: LinkMailData | undefined }
  | { alarm: DemandMailData | undefined }
  | { statement: StatementMailData | undefined }

/** Reads the data of a mail. */
export async function findItsMatter(tx: Tx, mail: Mail): Promise<Matter> {
  if (isAboutBooking(mail)) return { booking: await findBookingMailData(tx, mail) }
  if (isAboutHotel(mail)) return { alarm: await findDemandMailData(tx, mail.hotelId) }
  if (isAboutStatement(mail))
    return { statement: await findStatementMailData(tx, mail.bookingCode) }
  return { link: isAboutLink(mail) ? await findLinkMailData(tx, mail.linkId) : undefined }
}
